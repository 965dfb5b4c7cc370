import {memoised} from '../kernel/memoised.js';
import {durationError, parseDuration} from '../go/duration.js';

/** The schedule of a CronJob. */
export interface CronSchedule {
	readonly minutes: ReadonlySet<number>;
	readonly hours: ReadonlySet<number>;
	readonly days: ReadonlySet<number>;
	readonly months: ReadonlySet<number>;
	/** 0 is Sunday. */
	readonly weekdays: ReadonlySet<number>;
	/** Whether the days of the month are not restricted. If both kinds of days are restricted, either suffices. */
	readonly anyDay: boolean;
	readonly anyWeekday: boolean;
	/** `@every 5m`: this many milliseconds after the last run, regardless of the fields above. */
	readonly everyMs?: number;
	/** The time zone that the text itself names: `TZ=Asia/Tokyo 0 9 * * *`. */
	readonly zone?: string;
}

interface Bounds {
	readonly least: number;
	readonly most: number;
	readonly names?: readonly string[];
	readonly first?: number;
}

const monthNames = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const weekdayNames = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const minuteBounds: Bounds = {least: 0, most: 59};
const hourBounds: Bounds = {least: 0, most: 23};
const dayBounds: Bounds = {least: 1, most: 31};
const monthBounds: Bounds = {least: 1, most: 12, names: monthNames, first: 1};
const weekdayBounds: Bounds = {least: 0, most: 6, names: weekdayNames, first: 0};

const descriptors: Readonly<Record<string, string>> = {
	'@yearly': '0 0 1 1 *',
	'@annually': '0 0 1 1 *',
	'@monthly': '0 0 1 * *',
	'@weekly': '0 0 * * 0',
	'@daily': '0 0 * * *',
	'@midnight': '0 0 * * *',
	'@hourly': '0 * * * *',
};

/** Thrown with the words of the library that reads schedules. */
class ScheduleError extends Error {}

/** A number or a name. */
const numberOf = (text: string, {names, first = 0}: Bounds): number => {
	const named = names?.indexOf(text.toLowerCase()) ?? -1;
	if (named >= 0) {
		return named + first;
	}

	if (!/^[+-]?\d+$/.test(text)) {
		throw new ScheduleError(`failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`);
	}

	if (Number(text) < 0) {
		throw new ScheduleError(`negative number (${Number(text)}) not allowed: ${text}`);
	}

	return Number(text);
};

/** One part between commas: `*`, `5`, `1-5`, `10-20/2`. */
interface Part {
	readonly numbers: readonly number[];
	/** Every number, one after the other. */
	readonly everything: boolean;
}

const partOf = (text: string, limits: Bounds): Part => {
	const [range = '', step, ...rest] = text.split('/');
	const [low = '', high, ...more] = range.split('-');
	const everything = low === '*' || low === '?';
	const start = everything ? limits.least : numberOf(low, limits);
	if (more.length > 0 && !everything) {
		throw new ScheduleError(`too many hyphens: ${text}`);
	}

	const last = high === undefined ? start : numberOf(high, limits);
	let end = everything ? limits.most : last;
	if (rest.length > 0) {
		throw new ScheduleError(`too many slashes: ${text}`);
	}

	let width = 1;
	if (step !== undefined) {
		width = numberOf(step, {least: 0, most: 0});
		end = high === undefined ? limits.most : end;
	}

	if (start < limits.least) {
		throw new ScheduleError(`beginning of range (${start}) below minimum (${limits.least}): ${text}`);
	}

	if (end > limits.most) {
		throw new ScheduleError(`end of range (${end}) above maximum (${limits.most}): ${text}`);
	}

	if (start > end) {
		throw new ScheduleError(`beginning of range (${start}) beyond end of range (${end}): ${text}`);
	}

	if (width === 0) {
		throw new ScheduleError(`step of range should be a positive number: ${text}`);
	}

	const count = Math.floor((end - start) / width) + 1;
	return {
		numbers: Array.from({length: count}, (_, index) => start + index * width),
		everything: everything && width === 1,
	};
};

interface Field {
	readonly numbers: ReadonlySet<number>;
	readonly everything: boolean;
}

const fieldOf = (text: string, limits: Bounds): Field => {
	const parts = [...new Set(text.split(','))].filter((part) => part !== '').map((part) => partOf(part, limits));
	return {
		numbers: new Set(parts.flatMap(({numbers}) => numbers)),
		everything: parts.some(({everything}) => everything),
	};
};

const fieldsOf = (text: string): Omit<CronSchedule, 'zone'> => {
	const fields = text.split(/\s+/).filter((part) => part !== '');
	const [minute, hour, day, month, weekday] = fields;
	if (
		minute === undefined ||
		hour === undefined ||
		day === undefined ||
		month === undefined ||
		weekday === undefined ||
		fields.length > 5
	) {
		throw new ScheduleError(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
	}

	const minutes = fieldOf(minute, minuteBounds);
	const hours = fieldOf(hour, hourBounds);
	const days = fieldOf(day, dayBounds);
	const months = fieldOf(month, monthBounds);
	const weekdays = fieldOf(weekday, weekdayBounds);
	return {
		minutes: minutes.numbers,
		hours: hours.numbers,
		days: days.numbers,
		months: months.numbers,
		weekdays: weekdays.numbers,
		anyDay: days.everything,
		anyWeekday: weekdays.everything,
	};
};

const scheduleOf = (text: string): Omit<CronSchedule, 'zone'> => {
	if (!text.startsWith('@')) {
		return fieldsOf(text);
	}

	const every = /^@every (.*)$/s.exec(text)?.[1];
	if (every !== undefined) {
		const error = durationError(every);
		if (error) {
			throw new ScheduleError(`failed to parse duration ${text}: ${error}`);
		}

		const seconds = Math.max(1, Math.floor((parseDuration(every) ?? 0) / 1000));
		return {...fieldsOf('* * * * *'), everyMs: seconds * 1000};
	}

	const fields = Object.hasOwn(descriptors, text) ? descriptors[text] : undefined;
	if (fields === undefined) {
		throw new ScheduleError(`unrecognized descriptor: ${text}`);
	}

	return fieldsOf(fields);
};

const read = (text: string): CronSchedule | string => {
	if (text === '') {
		return 'empty spec string';
	}

	try {
		const zoned = /^(?:CRON_)?TZ=([^ ]*)(?: (.*))?$/s.exec(text);
		if (!zoned) {
			return scheduleOf(text);
		}

		const [, zone = '', rest = ''] = zoned;
		if (!isTimeZone(zone)) {
			return `provided bad location ${zone}: unknown time zone ${zone}`;
		}

		return {...scheduleOf(rest.trim()), zone};
	} catch (error) {
		if (error instanceof ScheduleError) {
			return error.message;
		}

		throw error;
	}
};

/** The controller reads the same few schedules at each of its rounds. */
const knownSchedules = 100;

/**
Reads a schedule: the five fields of cron, or a shorthand such as `@daily`, optionally after a time zone.

@returns the library's error message if it is not a schedule.
@mirrors github.com/robfig/cron ParseStandard
*/
export const parseCronSchedule: (text: string) => CronSchedule | string = memoised(read, knownSchedules);

/** Whether a name is in the time zone database; names are cased. */
export const isTimeZone = (zone: string): boolean => {
	if (zone === 'UTC') {
		return true;
	}

	const parts = zone.split('/');
	if (
		parts.some(
			(part) => part === '.' || part === '..' || part.startsWith('-') || !/^[A-Za-z.\-_0-9+]{1,14}$/.test(part),
		) ||
		!/^[A-Z]/.test(zone) ||
		zone === 'Local'
	) {
		return false;
	}

	try {
		return new Intl.DateTimeFormat('en', {timeZone: zone}).resolvedOptions().timeZone.length > 0;
	} catch {
		return false;
	}
};
