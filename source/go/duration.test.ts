import test from 'ava';
import {durationError, durationNanoseconds, goDuration, humanDuration, parseDuration} from './duration.js';

const ages: ReadonlyArray<[number, string]> = [
	[-2, '<invalid>'],
	[-1, '0s'],
	[0, '0s'],
	[5, '5s'],
	[119, '119s'],
	[123, '2m3s'],
	[600, '10m'],
	[3 * 3600, '3h'],
	[3 * 3600 + 60, '3h1m'],
	[10 * 3600, '10h'],
	[3 * 86_400 + 3600, '3d1h'],
	[30 * 86_400, '30d'],
	[800 * 86_400, '2y70d'],
	[3000 * 86_400, '8y'],
];

for (const [seconds, text] of ages) {
	test(`${seconds} seconds are printed as ${text}`, (t) => {
		t.is(humanDuration(seconds * 1000), text);
	});
}

const printed: ReadonlyArray<[number, string]> = [
	[0, '0s'],
	[0.000_05, '50ns'],
	[0.0015, '1.5µs'],
	[2.25, '2.25ms'],
	[400, '400ms'],
	[1204, '1.204s'],
	[10_000, '10s'],
	[80_000, '1m20s'],
	[300_000, '5m0s'],
	[3_600_000, '1h0m0s'],
	[90_061_500, '25h1m1.5s'],
	[-1500, '-1.5s'],
];

for (const [ms, text] of printed) {
	test(`${ms} milliseconds are ${text} to Go`, (t) => {
		t.is(goDuration(ms), text);
	});
}

test("Go's durations are read", (t) => {
	t.is(parseDuration('1h30m'), 5_400_000);
	t.is(parseDuration('1.5s'), 1500);
	t.is(parseDuration('.5m'), 30_000);
	t.is(parseDuration('-2ms'), -2);
	t.is(parseDuration('0'), 0);
	t.is(durationNanoseconds('1h0.000000001s'), 3_600_000_000_001n);
});

const refused: ReadonlyArray<[string, string]> = [
	['', 'time: invalid duration ""'],
	['soon', 'time: invalid duration "soon"'],
	['5', 'time: missing unit in duration "5"'],
	['1h30', 'time: missing unit in duration "1h30"'],
	['1d', 'time: unknown unit "d" in duration "1d"'],
	['1.2.3s', 'time: missing unit in duration "1.2.3s"'],
	['9223372036854775808ns', 'time: invalid duration "9223372036854775808ns"'],
];

for (const [text, error] of refused) {
	test(`${text} is not a duration`, (t) => {
		t.is(parseDuration(text), undefined);
		t.is(durationError(text), error);
	});
}
