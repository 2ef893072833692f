// Says how many changes between two OpenAPI documents api-smart-diff calls breaking, for many pairs of documents.
// Reads a JSON list of two files from each line, and writes a line for each: the number, or null.
import { readFileSync } from 'node:fs'
import { apiCompare } from 'api-smart-diff'

function breaking(line) {
  try {
    const [before, after] = JSON.parse(line).map((file) => JSON.parse(readFileSync(file, 'utf8')))
    return apiCompare(before, after).diffs.filter((diff) => diff.type === 'breaking').length
  } catch {
    return null
  }
}

for (const line of readFileSync(0, 'utf8').trim().split('\n')) console.log(JSON.stringify(breaking(line)))
