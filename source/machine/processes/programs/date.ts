import {timestamp} from '../../../kernel/clock.js';
import type {Routine} from '../../../kernel/routine.js';
import type {Task} from '../task.js';
import {complain, program, type Program} from './program.js';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = [
	'January',
	'February',
	'March',
	'April',
	'May',
	'June',
	'July',
	'August',
	'September',
	'October',
	'November',
	'December',
];

const two = (value: number, filler = '0'): string => String(value).padStart(2, filler);

/** A time, in milliseconds since 1970, as `date +format` prints it: in UTC, as containers have it. */
export const formatTime = (ms: number, format: string): string => {
	const [year = 0, monthNumber = 1, dayNumber = 1, hour = 0, minute = 0, second = 0] = (
		timestamp(ms).match(/\d+/g) ?? []
	).map(Number);
	const weekday = (((Math.floor(ms / 86_400_000) + 4) % 7) + 7) % 7;
	const day = days[weekday] ?? '';
	const month = months[monthNumber - 1] ?? '';
	const yearDay = Math.floor((ms - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
	const values: Readonly<Record<string, () => string>> = {
		Y: () => String(year),
		C: () => String(Math.floor(year / 100)),
		y: () => two(year % 100),
		m: () => two(monthNumber),
		d: () => two(dayNumber),
		e: () => two(dayNumber, ' '),
		H: () => two(hour),
		I: () => two(hour % 12 || 12),
		M: () => two(minute),
		S: () => two(second),
		N: () => `${String(Math.floor(((ms % 1000) + 1000) % 1000)).padStart(3, '0')}000000`,
		p: () => (hour < 12 ? 'AM' : 'PM'),
		s: () => String(Math.floor(ms / 1000)),
		a: () => day.slice(0, 3),
		A: () => day,
		b: () => month.slice(0, 3),
		h: () => month.slice(0, 3),
		B: () => month,
		j: () => String(yearDay).padStart(3, '0'),
		u: () => String(weekday || 7),
		w: () => String(weekday),
		F: () => formatTime(ms, '%Y-%m-%d'),
		T: () => formatTime(ms, '%H:%M:%S'),
		R: () => formatTime(ms, '%H:%M'),
		D: () => formatTime(ms, '%m/%d/%y'),
		c: () => formatTime(ms, '%a %b %e %T %Y'),
		x: () => formatTime(ms, '%m/%d/%y'),
		X: () => formatTime(ms, '%T'),
		r: () => formatTime(ms, '%I:%M:%S %p'),
		Z: () => 'UTC',
		z: () => '+0000',
		n: () => '\n',
		t: () => '\t',
		'%': () => '%',
	};
	return format.replaceAll(/%(-?)([0-9]?)([A-Za-z%])/g, (all, plain: string, digits: string, letter: string) => {
		const whole = Object.hasOwn(values, letter) ? values[letter]?.() : undefined;
		const value = letter === 'N' && digits !== '' ? whole?.slice(0, Number(digits)) : whole;
		if (value === undefined) {
			return all;
		}

		if (plain) {
			return value.replace(/^0+(?=.)/, '');
		}

		return value;
	});
};

const dayMs = 86_400_000;

/** The days ahead of each word. */
const daysAhead = {today: 0, yesterday: -1, tomorrow: 1};

/** Milliseconds of a unit; all others are seconds. */
const unitsMs: Readonly<Record<string, number>> = {
	week: 7 * dayMs,
	day: dayMs,
	hour: 3_600_000,
	minute: 60_000,
	min: 60_000,
};

/** `@1700000000`, an ISO time, or `3 daysAhead ago`, in milliseconds since 1970. */
const timeOf = (text: string, nowMs: number): number | undefined => {
	if (/^@-?\d+(?:\.\d+)?$/.test(text)) {
		return Number(text.slice(1)) * 1000;
	}

	if (text === 'now' || text === '') {
		return nowMs;
	}

	if (text === 'today' || text === 'yesterday' || text === 'tomorrow') {
		return nowMs + daysAhead[text] * dayMs;
	}

	const [, sign, amount, unit, ago] =
		/^([-+]?)\s*(\d+)\s*(second|sec|minute|min|hour|day|week)s?(\s+ago)?$/.exec(text) ?? [];
	if (amount !== undefined) {
		const unitMs = unitsMs[unit ?? ''] ?? 1000;
		return nowMs + Number(amount) * unitMs * (sign === '-' || ago ? -1 : 1);
	}

	if (/^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?$/.test(text)) {
		return Date.parse(`${text.replace(' ', 'T').replace(/Z$/, '')}${text.length > 10 ? 'Z' : ''}`);
	}

	return undefined;
};

const isoFormats: ReadonlyMap<string, string> = new Map([
	['', '%F'],
	['date', '%F'],
	['s', '%FT%T+00:00'],
	['seconds', '%FT%T+00:00'],
	['ns', '%FT%T,%N+00:00'],
	['minutes', '%FT%R+00:00'],
	['hours', '%FT%H+00:00'],
]);

/** `date`. */
export function* date(task: Task, args: readonly string[]): Routine<number> {
	return yield* dated(
		task,
		args.map((word) => (word.startsWith('-I') ? `--iso-8601=${word.slice(2)}` : word)),
	);
}

const dated: Program = program(
	{flags: 'uR', values: 'dr', long: {utc: 'u', date: 'd', 'iso-8601': 'iso', 'rfc-3339': 'rfc'}},
	function* (task: Task, {flags, values, operands}) {
		const text = values.get('d');
		const ms = text === undefined ? task.kernel.wallClockMs : timeOf(text.trim(), task.kernel.wallClockMs);
		if (ms === undefined || Number.isNaN(ms)) {
			yield* complain(task, task.isBusybox ? `invalid date '${text}'` : `invalid date '${text}'`);
			return 1;
		}

		const [operand] = operands;
		const iso = flags.has('iso') ? isoFormats.get(values.get('iso') ?? '') : undefined;
		const usual = flags.has('rfc') ? '%F %T+00:00' : '%a %b %e %T UTC %Y';
		const named = iso ?? (flags.has('R') ? '%a, %d %b %Y %T +0000' : usual);
		const format = operand?.startsWith('+') ? operand.slice(1) : named;
		yield* task.out(`${formatTime(ms, format)}\n`);
		return 0;
	},
);
