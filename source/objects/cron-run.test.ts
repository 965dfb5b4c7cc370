import test from 'ava';
import {timestamp} from '../kernel/clock.js';
import {parseCronSchedule, type CronSchedule} from './cron-schedule.js';
import {lastRun, nextRun} from './cron-run.js';
import {lastRunIn, nextRunIn} from './cron-run-in-zone.js';

const at = (text: string): number => Date.parse(text);

const read = (text: string): CronSchedule => {
	const schedule = parseCronSchedule(text);
	if (typeof schedule === 'string') {
		throw new TypeError(schedule);
	}

	return schedule;
};

test('a schedule says when it runs next and when it ran last', (t) => {
	const table = [
		['*/15 * * * *', '2026-01-01T10:07:30Z', '2026-01-01T10:15:00Z', '2026-01-01T10:00:00Z'],
		['0 0 1 1 *', '2026-03-01T00:00:00Z', '2027-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
		['30 4 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T04:30:00Z', '2024-02-29T04:30:00Z'],
		['0 9-17/4 * * mon-fri', '2026-01-02T18:00:00Z', '2026-01-05T09:00:00Z', '2026-01-02T17:00:00Z'],
		['0 0 13 * 5', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2025-12-26T00:00:00Z'],
		['0 0 */2 * 5', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'],
		['@every 90m', '2026-01-01T00:00:00Z', '2026-01-01T01:30:00Z', '2026-01-01T00:00:00Z'],
		['@daily', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'],
	] as const;
	for (const [text, now, next, last] of table) {
		const schedule = read(text);
		t.is(timestamp(nextRun(schedule, at(now))!), next, text);
		t.is(timestamp(lastRun(schedule, at('2020-01-01T00:00:00Z'), at(now))!), last, text);
	}
});

test('an invalid schedule is refused', (t) => {
	for (const text of ['', '* * * *', '60 * * * *', '* * 0 * *', '* * * 13 *', 'a * * * *', '*/0 * * * *']) {
		t.is(typeof parseCronSchedule(text), 'string', text);
	}
});

test('a schedule by the clocks of a time zone', (t) => {
	// The run before and the run after are one step apart: each is found from the other.
	const table = [
		['0 9 * * *', 'Europe/Berlin', '2026-01-01T08:00:00Z', '2026-01-02T08:00:00Z'],
		['0 9 * * *', 'Asia/Kolkata', '2026-01-01T03:30:00Z', '2026-01-02T03:30:00Z'],
		['0 9 * * *', 'America/New_York', '2026-03-07T14:00:00Z', '2026-03-08T13:00:00Z'],
		['30 2 * * *', 'Europe/Berlin', '2026-03-28T01:30:00Z', '2026-03-30T00:30:00Z'],
		['30 2 * * *', 'Europe/Berlin', '2026-10-24T00:30:00Z', '2026-10-25T00:30:00Z'],
		['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'],
		['30 2 * * *', 'Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-26T01:30:00Z'],
		['0 0 1 1 *', 'Australia/Sydney', '2025-12-31T13:00:00Z', '2026-12-31T13:00:00Z'],
		['0 * * * *', 'UTC', '2026-01-01T08:00:00Z', '2026-01-01T09:00:00Z'],
	] as const;
	for (const [text, zone, last, next] of table) {
		const schedule = read(text);
		t.is(timestamp(nextRunIn(schedule, zone, at(last))!), next, `${text} ${zone} after ${last}`);
		t.is(timestamp(lastRunIn(schedule, zone, at(last) - 1, at(next) - 1)!), last, `${text} ${zone} before ${next}`);
		t.is(lastRunIn(schedule, zone, at(last), at(next) - 1), undefined);
	}
});
