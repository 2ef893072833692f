// Says how many changes between two OpenAPI documents api-smart-diff calls breaking.
import { readFileSync } from 'node:fs'
import { apiCompare } from 'api-smart-diff'

const [before, after] = process.argv.slice(2).map((file) => JSON.parse(readFileSync(file, 'utf8')))
const { diffs } = apiCompare(before, after)
console.log(JSON.stringify({ breaking: diffs.filter((diff) => diff.type === 'breaking').length }))
