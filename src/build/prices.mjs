// Prints footfall's price list: that of the package @pydantic/genai-prices, and src/build/price-sources; see
// src/build/prices. Arguments: the folder of the package, today's date. Prints to stderr where two sources differ.
// Fails when footfall's form cannot express the list.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const [folder, today] = process.argv.slice(2)
const meta = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const list = await import(pathToFileURL(resolve(folder, meta.module)))
const PACKAGE = 'genai-prices'
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

// The rows of a price source: what their first column says, and the rest of them.
function sourceRows(file) {
  const text = readFileSync(join('src/build/price-sources', file), 'utf8')
  return text.split('\n').filter(line => line && !line.startsWith('#')).map(line => line.split('\t'))
}

// Rows "FROM ABOVE INPUT OUTPUT WRITE WRITE_1H READ WEB"; what has no price of its own costs what it is a part of.
function rows(model) {
  const periods = Array.isArray(model.prices) ? model.prices : [{ prices: model.prices }]
  return periods.flatMap(({ constraint, prices }, index) => {
    if (constraint && constraint.type !== 'start_date' || !constraint !== (index === 0)) {
      throw new Error(`${model.id}: unexpected periods`)
    }
    const starts = columns.flatMap(column => prices[column]?.tiers?.map(tier => tier.start) ?? [])
    return [...new Set([0, ...starts])].sort((a, b) => a - b).map(above => {
      const [input, output, write, hour, read] = columns.map(column => at(prices[column], above))
      const all = [input, output, write ?? input, hour ?? write ?? input, read ?? input, prices.web_searches_kcount ?? 0]
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
      const [from, above, ...prices] = row.split(' ').slice(0, -1)
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

// Claude Code's own reckoning: by model its rows as above, and the factors of its tiers.
const [claude, openai] = ['claude-code.tsv', 'openai-tiers.tsv'].map(sourceRows)
const every = claude.filter(([kind]) => kind === 'every').map(([, word, value]) => [word, value])
const webSearches = every.find(([word]) => word === 'web_searches')[1]
const ownTiers = every.filter(([word]) => word !== 'web_searches').map(([word, factor]) => `${word} ${factor} claude-code`)
const fast = new Map(claude.filter(([kind]) => kind === 'fast').map(([, model, factor]) => [model, factor]))
const reckoned = new Map()
for (const [model, ...cells] of claude.filter(([kind]) => kind.startsWith('claude-'))) {
  reckoned.set(model, [...reckoned.get(model) ?? [], ['-', ...cells, webSearches].join(' ')])
}

const difference = text => console.error(`difference: ${text}`)

// What the package has for a model that holds today: the rows of its last period, as if it had always held.
function latest(listed) {
  const last = listed.at(-1).split(' ')[0]
  return listed.filter(row => row.startsWith(`${last} `)).map(row => row.replace(/^\S+/, '-'))
}

// The program's prices replace those of the package where both speak of today and differ.
function claudeModel(id, names, listed) {
  const short = [...reckoned.keys()].find(model => new RegExp(names).test(model))
  const own = reckoned.get(short)
  const tiers = [...short && fast.has(short) ? [`fast ${fast.get(short)} claude-code`] : [], ...ownTiers]
  if (!own) {
    difference(`${id}: only the package has it`)
    return { id, names, rows: listed.map(row => `${row} ${PACKAGE}`), tiers }
  }
  reckoned.delete(short)
  if (own.join() === latest(listed).join()) {
    return { id, names, rows: listed.map(row => `${row} ${PACKAGE}`), tiers }
  }
  difference(`${id}: the program reckons ${own.join(', ')}; the package has ${listed.join(', ')}`)
  return { id, names, rows: own.map(row => `${row} claude-code`), tiers }
}

const licence = readFileSync(join(folder, 'LICENSE'), 'utf8').trim().split('\n').map(line => `# ${line}`.trim())
const sources = [['source', PACKAGE, today, `npm package ${meta.name} ${meta.version}`],
  ...[claude, openai].flat().filter(([kind]) => kind === 'source')]
console.log(`footfall-prices 1
# Made by src/build/prices; do not edit.
#   version DAY
#   source NAME DAY WHAT
#   model NAME EXPRESSION
#                        the model is the first one whose expression is found in a name (lower case)
#   context unwritten    its context is its input without what is written to the cache; else all of its input
#   price FROM ABOVE INPUT OUTPUT WRITE WRITE_1H READ WEB SOURCE
#                        USD per million tokens of each kind, and per thousand web searches: from this day on (UTC,
#                        "-": always), for a context of more than ABOVE tokens
#   tier WORD FACTOR SOURCE
#                        what the price of tokens is multiplied by in fast mode, a service tier or a region
#   end COUNT            the last line: the number of models
#
# The prices of the source ${PACKAGE} have this license:
#
${licence.join('\n')}
version ${today}
${sources.map(row => row.join(' ')).join('\n')}`)

let count = 0
const print = ({ id, names, context, rows, tiers }) => {
  count++
  console.log([`model ${id} ${names}`, ...context ? [`context ${context}`] : [],
  ...rows.map(row => `price ${row}`), ...tiers.map(tier => `tier ${tier}`)].join('\n'))
}
for (const provider of ['anthropic', 'openai', 'google']) {
  const models = list.findProvider({ providerId: provider }).models.filter(model => isWanted(provider, model))
  check(provider, models)
  const all = models.map(model => {
    const [names, listed] = [rule(model.match), rows(model)]
    const tiers = openai.filter(([id]) => id === model.id).map(([, word, factor]) => `${word} ${factor} openai-tiers`)
    return provider === 'anthropic' ? claudeModel(model.id, names, listed)
      : { id: model.id, names, rows: listed.map(row => `${row} ${PACKAGE}`), tiers }
  })
  // Before the package's, whose rules take the date of a version that they do not know for the date of theirs.
  const others = provider === 'anthropic' ? [...reckoned].map(([id, own]) => {
    difference(`${id}: only the program has it`)
    const names = `^${quoted(id).replace(/-(\d)$/, '[-.]$1')}(?:-\\d{8})?$`
    return { id, names, context: own.length > 1 && 'unwritten', rows: own.map(row => `${row} claude-code`),
      tiers: [`fast ${fast.get(id)} claude-code`, ...ownTiers] }
  }) : []
  others.concat(all).forEach(print)
}
console.log(`end ${count}`)
