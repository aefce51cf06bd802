// Prints the price list of the package @pydantic/genai-prices in footfall's form; see src/build/prices.
// Arguments: the folder of the package, today's date. Fails when footfall's form cannot express the list.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, today] = process.argv.slice(2)
const meta = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const list = await import(pathToFileURL(resolve(folder, meta.module)))
const columns = ['input_mtok', 'output_mtok', 'cache_write_mtok', 'cache_write_1h_mtok', 'cache_read_mtok']

const quoted = text => text.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

// A name that begins like a listed version but continues with another number is another version: "claude-opus-4-10".
function anotherVersion(start) {
  const short = /(^|[^\d])\d{1,2}$/.test(start) ? '(?!\\d)' : ''
  return /\d$/.test(start) ? short + '(?![-.]\\d{1,2}(?!\\d|-\\d{2}))' : ''
}

// A regular expression to be found in a lower-case name.
function rule(match) {
  const [[kind, value]] = Object.entries(match)
  switch (kind) {
    case 'or': return value.map(rule).join('|')
    case 'and': return '^' + value.map(lookahead).join('')
    case 'equals': return `^${quoted(value)}$`
    case 'starts_with': return `^${quoted(value)}${anotherVersion(value)}`
    case 'ends_with': return `${quoted(value)}$`
    case 'contains': return quoted(value)
    case 'regex': return value
    default: throw new Error(`unknown rule ${kind}`)
  }
}

function lookahead(match) {
  if ('or' in match || 'and' in match) throw new Error('nested rules')
  const part = rule(match)
  return part.startsWith('^') ? `(?=${part.slice(1)})` : `(?=.*${part})`
}

const at = (price, above) =>
  typeof price !== 'object' ? price : price.tiers.filter(tier => tier.start <= above).at(-1)?.price ?? price.base

// Lines "FROM ABOVE INPUT OUTPUT WRITE WRITE_1H READ"; what has no price of its own costs what it is a part of.
function rows(model) {
  const periods = Array.isArray(model.prices) ? model.prices : [{ prices: model.prices }]
  return periods.flatMap(({ constraint, prices }, index) => {
    if (constraint && constraint.type !== 'start_date' || !constraint !== (index === 0)) {
      throw new Error(`${model.id}: unexpected periods`)
    }
    const starts = columns.flatMap(column => prices[column]?.tiers?.map(tier => tier.start) ?? [])
    return [...new Set([0, ...starts])].sort((a, b) => a - b).map(above => {
      const [input, output, write, hour, read] = columns.map(column => at(prices[column], above))
      const all = [input, output, write ?? input, hour ?? write ?? input, read ?? input]
      return [constraint?.start_date ?? '-', above, ...all].join(' ')
    })
  })
}

// Chat models only; another provider's models have their prices at that provider.
function isWanted(provider, model) {
  const periods = Array.isArray(model.prices) ? model.prices.map(one => one.prices) : [model.prices]
  const isOwn = provider === 'anthropic' || !model.id.includes('claude')
  return isOwn && periods.every(prices => prices.input_mtok !== undefined && prices.output_mtok !== undefined)
}

// The list's own answers must be ours: by name, and for each row the price of a request of that size and day.
function check(provider, models) {
  for (const model of models) {
    const named = [...JSON.stringify(model.match).matchAll(/"(?:equals|starts_with)":"([^"]+)"/g)]
    const names = [model.id, ...named.map(([, name]) => name)]
    for (const name of names) {
      const theirs = list.calcPrice({}, name, { providerId: provider })?.model.id
      const ours = models.find(one => new RegExp(rule(one.match)).test(name.toLowerCase()))?.id
      if (theirs !== ours && models.some(one => one.id === theirs)) {
        throw new Error(`${name} is ${theirs} in the list, ${ours} here`)
      }
    }
    for (const row of rows(model)) {
      const [from, above, ...prices] = row.split(' ')
      const parts = [Number(above) + 1000, 70, 500, 200, 300]
      const usage = { input_tokens: parts[0], output_tokens: parts[1], cache_write_tokens: parts[2],
        cache_write_1h_tokens: parts[3], cache_read_tokens: parts[4] }
      const counted = [parts[0] - parts[2] - parts[4], parts[1], parts[2] - parts[3], parts[3], parts[4]]
      const ours = counted.reduce((sum, tokens, i) => sum + tokens * Number(prices[i]), 0) / 1e6
      const timestamp = new Date(from === '-' ? '2000-01-01' : from)
      const theirs = list.calcPrice(usage, model.id, { provider: { ...list.findProvider({ providerId: provider }),
        models: [{ ...model, match: { equals: model.id } }] }, timestamp })
      if (Math.abs(theirs.total_price - ours) > 1e-9) {
        throw new Error(`${model.id}: ${row} costs ${theirs.total_price} in the list, ${ours} here`)
      }
    }
  }
}

const licence = readFileSync(join(folder, 'LICENSE'), 'utf8').trim().split('\n').map(line => `# ${line}`.trim())
console.log(`# Prices in USD per million tokens, from ${meta.name} ${meta.version}. Made by src/build/prices on ${today};
# do not edit. A model: its name, a tab, the expression that finds its names (lower case, first match). Then its prices:
# the first day that they hold (UTC, "-": always), the request size in input tokens above which they hold, input,
# output, five-minute cache write, one-hour cache write, cache read.
#
${licence.join('\n')}`)
for (const provider of ['anthropic', 'openai', 'google']) {
  const models = list.findProvider({ providerId: provider }).models.filter(model => isWanted(provider, model))
  check(provider, models)
  for (const model of models) {
    console.log(`${model.id}\t${rule(model.match)}\n${rows(model).join('\n')}`)
  }
}
