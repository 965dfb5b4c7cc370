import test from 'ava';
import {timestamp} from '../../kernel/clock.js';
import {lastRun, nextRun, parseSchedule} from './schedule.js';

const at = (text: string): number => Date.parse(text);

test('a schedule says when it runs next and when it ran last', (t) => {
	const table = [
		['*/15 * * * *', '2026-01-01T10:07:30Z', '2026-01-01T10:15:00Z', '2026-01-01T10:00:00Z'],
		['0 0 1 1 *', '2026-03-01T00:00:00Z', '2027-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
		['30 4 29 2 *', '2026-01-01T00:00:00Z', '2028-02-29T04:30:00Z', '2024-02-29T04:30:00Z'],
		['0 9-17/4 * * mon-fri', '2026-01-02T18:00:00Z', '2026-01-05T09:00:00Z', '2026-01-02T17:00:00Z'],
		['0 0 13 * 5', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2025-12-26T00:00:00Z'],
		['@daily', '2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-01T00:00:00Z'],
	] as const;
	for (const [text, now, next, last] of table) {
		const schedule = parseSchedule(text)!;
		t.is(timestamp(nextRun(schedule, at(now))!), next, text);
		t.is(timestamp(lastRun(schedule, at('2020-01-01T00:00:00Z'), at(now))!), last, text);
	}
});

test('what is no schedule is none', (t) => {
	for (const text of ['', '* * * *', '60 * * * *', '* * 0 * *', '* * * 13 *', 'a * * * *', '*/0 * * * *']) {
		t.is(parseSchedule(text), undefined, text);
	}
});
