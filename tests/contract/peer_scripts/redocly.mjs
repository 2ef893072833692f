// Asks Redocly CLI about many pairs of documents in one process, which saves the start of Node for each pair.
// Reads a JSON list of two files from each line, and writes a line for each: the report of `redocly diff`, or null.
import { readFileSync } from 'node:fs'

process.env.REDOCLY_TELEMETRY = 'off'
process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE = 'true'
const LONGEST_MS = 60000
const write = process.stdout.write.bind(process.stdout)
let output = ''
let finish = () => {}

// The command ends its process. Here it ends only its turn.
process.exit = () => { finish(); throw new Error('The command ended.') }
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})
process.stderr.write = () => true
process.stdout.write = (text, encoding, done) => {
  output += text
  ;(typeof encoding === 'function' ? encoding : done)?.()
  if (parsed() !== null) setImmediate(() => finish())
  return true
}

function parsed() {
  try { return JSON.parse(output) } catch { return null }
}

const lines = readFileSync(0, 'utf8').trim().split('\n')
for (const [number, line] of lines.entries()) {
  output = ''
  process.argv = [process.argv[0], 'redocly', 'diff', ...JSON.parse(line), '--format', 'json', '--fail-on', 'none']
  const finished = new Promise((resolve) => { finish = resolve })
  const late = setTimeout(() => finish(), LONGEST_MS)
  await import(`./node_modules/@redocly/cli/lib/index.js?turn=${number}`).catch(() => {})
  await finished
  clearTimeout(late)
  write(JSON.stringify(parsed()) + '\n')
}
