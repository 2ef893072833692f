-- Runs inside wrk. With a file after `--`, each line of it is the body of one POST; without, the URL is read.
-- Prints one line of JSON at the end.

function init(args)
  if not args[1] then
    return
  end
  local bodies, sent = {}, 0
  for line in io.lines(args[1]) do
    bodies[#bodies + 1] = line
  end
  request = function()
    sent = sent + 1
    return wrk.format("POST", nil, nil, bodies[(sent - 1) % #bodies + 1])
  end
end

function done(summary, latency)
  local lost = summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.timeout
  io.write(string.format(
    '\n{"requests": %d, "microseconds": %d, "refused": %d, "lost": %d, "p99_microseconds": %d}\n',
    summary.requests, summary.duration, summary.errors.status, lost, latency:percentile(99)
  ))
end
