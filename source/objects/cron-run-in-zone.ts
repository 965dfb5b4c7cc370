import type {CronSchedule} from './cron-schedule.js';
import {lastRun, nextRun} from './cron-run.js';
import {memoised} from '../kernel/memoised.js';

const formatOf = memoised(
	(zone: string) => new Intl.DateTimeFormat('en-US', {timeZone: zone, timeZoneName: 'longOffset'}),
	100,
);

/** The offset of a time zone from UTC at a time, in milliseconds. */
export const zoneOffset = (zone: string, timeMs: number): number => {
	const parts = formatOf(zone).formatToParts(timeMs);
	const name = parts.find(({type}) => type === 'timeZoneName')?.value ?? '';
	const [, sign, hours, minutes] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
	return sign ? (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
};

/** The two neighbouring milliseconds between which the clocks are put forward or back, from the first time to the second. */
const changeBetween = (zone: string, fromMs: number, toMs: number, offset: number): readonly [number, number] => {
	let before = fromMs;
	let after = toMs;
	while (after - before > 1) {
		const middle = Math.floor((before + after) / 2);
		if (zoneOffset(zone, middle) === offset) {
			before = middle;
		} else {
			after = middle;
		}
	}

	return [before, after];
};

/** Like `nextRun`, by the clocks of a time zone: a skipped local time is skipped, a repeated one runs twice. */
export const nextRunIn = (schedule: CronSchedule, zone: string | undefined, afterMs: number): number | undefined => {
	if (!zone || zone === 'UTC') {
		return nextRun(schedule, afterMs);
	}

	let at = afterMs;
	let offset = zoneOffset(zone, at);
	for (;;) {
		const local = nextRun(schedule, at + offset);
		if (local === undefined) {
			return undefined;
		}

		const timeMs = local - offset;
		if (zoneOffset(zone, timeMs) === offset) {
			return timeMs;
		}

		let change: number;
		[at, change] = changeBetween(zone, at, timeMs, offset);
		offset = zoneOffset(zone, change);
	}
};

/** Like `lastRun`, by the clocks of a time zone. */
export const lastRunIn = (
	schedule: CronSchedule,
	zone: string | undefined,
	sinceMs: number,
	nowMs: number,
): number | undefined => {
	if (!zone || zone === 'UTC') {
		return lastRun(schedule, sinceMs, nowMs);
	}

	let at = nowMs;
	let offset = zoneOffset(zone, at);
	for (;;) {
		const local = lastRun(schedule, sinceMs + offset, at + offset);
		const timeMs = local === undefined ? sinceMs : local - offset;
		if (zoneOffset(zone, timeMs) === offset) {
			return timeMs > sinceMs ? timeMs : undefined;
		}

		offset = zoneOffset(zone, timeMs);
		[at] = changeBetween(zone, timeMs, at, offset);
	}
};
