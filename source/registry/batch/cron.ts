import {invalid} from '../../objects/field-error.js';
import type {Errors} from '../validation/checks.js';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

interface Bounds {
	readonly least: number;
	readonly most: number;
	readonly names?: readonly string[];
	readonly first?: number;
}

const bounds: readonly Bounds[] = [
	{least: 0, most: 59},
	{least: 0, most: 23},
	{least: 1, most: 31},
	{least: 1, most: 12, names: months, first: 1},
	{least: 0, most: 6, names: days, first: 0},
];

const descriptors = new Set(['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly']);

/** A number or a name; what is wrong with it as an error's text. */
const numberOf = (text: string, {names, first = 0}: Bounds): number | string => {
	const named = names?.indexOf(text.toLowerCase()) ?? -1;
	if (named >= 0) {
		return named + first;
	}

	if (!/^[+-]?\d+$/.test(text)) {
		return `failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`;
	}

	return Number(text) < 0 ? `negative number (${Number(text)}) not allowed: ${text}` : Number(text);
};

const rangeError = (text: string, limits: Bounds): string | undefined => {
	const [range = '', step, ...rest] = text.split('/');
	const ends = range.split('-');
	const everything = ends[0] === '*' || ends[0] === '?';
	const start = everything ? limits.least : numberOf(ends[0]!, limits);
	if (typeof start === 'string') {
		return start;
	}

	if (ends.length > 2 && !everything) {
		return `too many hyphens: ${text}`;
	}

	let end = everything ? limits.most : ends.length === 2 ? numberOf(ends[1]!, limits) : start;
	if (typeof end === 'string') {
		return end;
	}

	if (rest.length > 0) {
		return `too many slashes: ${text}`;
	}

	let width = 1;
	if (step !== undefined) {
		const parsed = numberOf(step, {least: 0, most: 0});
		if (typeof parsed === 'string') {
			return parsed;
		}

		width = parsed;
		end = ends.length === 1 ? limits.most : end;
	}

	if (start < limits.least) {
		return `beginning of range (${start}) below minimum (${limits.least}): ${text}`;
	}

	if (end > limits.most) {
		return `end of range (${end}) above maximum (${limits.most}): ${text}`;
	}

	if (start > end) {
		return `beginning of range (${start}) beyond end of range (${end}): ${text}`;
	}

	return width === 0 ? `step of range should be a positive number: ${text}` : undefined;
};

const durationError = (text: string): string | undefined =>
	/^[+-]?(0|(\d+\.?\d*|\.\d+)(ns|us|µs|ms|s|m|h))+$/.test(text)
		? undefined
		: `failed to parse duration @every ${text}: time: invalid duration "${text}"`;

/** What is wrong with a schedule, in the words of the library that reads it. @mirrors github.com/robfig/cron ParseStandard */
export const scheduleError = (schedule: string): string | undefined => {
	let spec = schedule;
	if (spec.startsWith('TZ=') || spec.startsWith('CRON_TZ=')) {
		const space = spec.indexOf(' ');
		const zone = spec.slice(spec.indexOf('=') + 1, space === -1 ? undefined : space);
		if (!isTimeZone(zone)) {
			return `provided bad location ${zone}: unknown time zone ${zone}`;
		}

		spec = space === -1 ? '' : spec.slice(space).trim();
	}

	if (spec.startsWith('@')) {
		if (spec.startsWith('@every ')) {
			return durationError(spec.slice('@every '.length));
		}

		return descriptors.has(spec) ? undefined : `unrecognized descriptor: ${spec}`;
	}

	const fields = spec.split(/\s+/).filter((part) => part !== '');
	if (fields.length !== 5) {
		return `expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`;
	}

	for (const [index, field] of fields.entries()) {
		for (const part of field.split(',').filter((text) => text !== '')) {
			const error = rangeError(part, bounds[index]!);
			if (error) {
				return error;
			}
		}
	}

	return undefined;
};

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

/** @mirrors k8s.io/kubernetes/pkg/apis/batch/validation validateScheduleFormat */
export const checkSchedule = (
	errors: Errors,
	field: string,
	schedule: string,
	timeZone: string | undefined,
	old: string | undefined,
): void => {
	const error = scheduleError(schedule);
	if (error) {
		errors.push(invalid(field, schedule, error));
	}

	if (schedule.includes('TZ')) {
		if (!old?.includes('TZ')) {
			errors.push(invalid(field, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'));
		} else if (timeZone !== undefined) {
			errors.push(invalid(field, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule'));
		}
	}
};
