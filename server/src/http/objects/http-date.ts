const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const weekday = `(?<weekday>${weekdays.map((name) => name.slice(0, 3)).join('|')})`
const wholeWeekday = `(?<weekday>${weekdays.join('|')})`
const month = `(?<month>${months.join('|')})`
const day = String.raw`(?<day>\d\d)`
const clock = String.raw`(?<hour>[01]\d|2[0-3]):(?<minute>[0-5]\d):(?<second>[0-5]\d|60)`

const forms = [
  // IMF-fixdate, the only form still generated.
  String.raw`${weekday}, ${day} ${month} (?<year>\d{4}) ${clock} GMT`,
  // RFC 850
  String.raw`${wholeWeekday}, ${day}-${month}-(?<year>\d\d) ${clock} GMT`,
  // asctime()
  String.raw`${weekday} ${month} (?<day>\d\d| \d) ${clock} (?<year>\d{4})`,
].map((form) => new RegExp(`^${form}$`))

/**
 * The time of an HTTP-date in one of the three forms of RFC 9110, section 5.6.7; undefined for any other text
 * and for impossible dates. Date.parse() finds a year in nearly any text, and reads asctime() in the local
 * time zone.
 */
export function readHttpDate(text: string, nowMs: number = Date.now()): number | undefined {
  const fields = forms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  if (fields === undefined) return undefined
  const year = fields.year?.length === 2 ? wholeYearOf(fields, nowMs) : Number(fields.year)
  const midnight = midnightOf(year, fields)
  // Date turns 30 February into a day in March; the weekday must match the date, by RFC 5322, section 3.3.
  const isInCalendar =
    midnight.getUTCDate() === Number(fields.day) &&
    weekdays[midnight.getUTCDay()]?.startsWith(fields.weekday ?? '') === true
  return isInCalendar ? timeOf(midnight, fields) : undefined
}

type Fields = Readonly<Record<string, string>>

/**
 * Two digits mean the last such year in which the time is at most 50 years ahead, as section 5.6.7 demands.
 */
function wholeYearOf(fields: Fields, nowMs: number): number {
  const last = new Date(nowMs)
  last.setUTCFullYear(last.getUTCFullYear() + 50)
  const year = Math.floor(last.getUTCFullYear() / 100) * 100 + Number(fields.year)
  return timeOf(midnightOf(year, fields), fields) > last.getTime() ? year - 100 : year
}

function midnightOf(year: number, fields: Fields): Date {
  const midnight = new Date(0)
  // Date.UTC() maps the years 0 to 99 to the twentieth century.
  midnight.setUTCFullYear(year, months.indexOf(fields.month ?? ''), Number(fields.day))
  return midnight
}

function timeOf(midnight: Date, { hour, minute, second }: Fields): number {
  return new Date(midnight).setUTCHours(Number(hour), Number(minute), Number(second))
}
