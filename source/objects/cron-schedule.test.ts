import test from 'ava';
import {parseCronSchedule} from './cron-schedule.js';

const refused: ReadonlyArray<readonly [schedule: string, why: string]> = [
	['', 'empty spec string'],
	['* * * *', 'expected exactly 5 fields, found 4: [* * * *]'],
	['60 * * * *', 'end of range (60) above maximum (59): 60'],
	['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
	['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
	['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
	['1/2/3 * * * *', 'too many slashes: 1/2/3'],
	['*/0 * * * *', 'step of range should be a positive number: */0'],
	['a * * * *', 'failed to parse int from a: strconv.Atoi: parsing "a": invalid syntax'],
	['* * * * 7', 'end of range (7) above maximum (6): 7'],
	['@sometimes', 'unrecognized descriptor: @sometimes'],
	['@every soon', 'failed to parse duration @every soon: time: invalid duration "soon"'],
	['TZ=Nowhere * * * * *', 'provided bad location Nowhere: unknown time zone Nowhere'],
];

for (const [schedule, why] of refused) {
	test(`${schedule} is not a schedule`, (t) => {
		t.is(parseCronSchedule(schedule), why);
	});
}

test('fields are numbers, names, ranges and steps', (t) => {
	t.like(parseCronSchedule('0,30 9-17/4 ? jan-mar mon-fri'), {
		minutes: new Set([0, 30]),
		hours: new Set([9, 13, 17]),
		months: new Set([1, 2, 3]),
		weekdays: new Set([1, 2, 3, 4, 5]),
		anyDay: true,
		anyWeekday: false,
	});
});

test('a step is a restriction', (t) => {
	t.like(parseCronSchedule('0 0 */2 * */1'), {anyDay: false, anyWeekday: true});
});

test('a schedule may name its time zone, or only how long to wait', (t) => {
	t.like(parseCronSchedule('CRON_TZ=Asia/Tokyo @daily'), {zone: 'Asia/Tokyo', hours: new Set([0])});
	t.like(parseCronSchedule('@every 1h30m10.5s'), {everyMs: 5_410_000});
});

test('a schedule is read once, and its repeated parts, too: a long text costs little at each round of the controller', (t) => {
	const long = `${'0-59/1,'.repeat(10_000)}7 * * * *`;
	const schedule = parseCronSchedule(long);
	t.like(schedule, {minutes: new Set(Array.from({length: 60}, (_, minute) => minute))});
	t.is(parseCronSchedule(long), schedule);
});
