import {timestamp as text} from '../../kernel/clock.js';
import {overload, type Overload} from '../function.js';
import {CelError, type Duration, type Timestamp} from '../value.js';

const million = 1_000_000n;

/** Minutes that a time zone is ahead of UTC. Simplified: offsets and UTC, no zone names. */
const offsetMinutes = (zone: string): number => {
	if (zone === 'UTC' || zone === '') {
		return 0;
	}

	const match = /^([+-]?)(\d{2}):(\d{2})$/.exec(zone);
	if (!match) {
		throw new CelError(`unknown time zone ${zone}`);
	}

	return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
};

interface Parts {
	readonly year: number;
	readonly month: number;
	readonly day: number;
	readonly hour: number;
	readonly minute: number;
	readonly second: number;
	readonly millisecond: number;
	readonly dayOfWeek: number;
	readonly dayOfYear: number;
}

const dayMs = 86_400_000;
const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const partsOf = ({nanoseconds}: Timestamp, zone: string): Parts => {
	const epochMs = Number(nanoseconds / million) + offsetMinutes(zone) * 60_000;
	const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text(epochMs)
		.split(/[-:TZ]/)
		.map(Number);
	const leap = month > 2 && ((year % 4 === 0 && year % 100 !== 0) || year % 400 === 0) ? 1 : 0;
	return {
		year,
		month,
		day,
		hour,
		minute,
		second,
		millisecond: ((epochMs % 1000) + 1000) % 1000,
		dayOfWeek: (((Math.floor(epochMs / dayMs) + 4) % 7) + 7) % 7,
		dayOfYear: lengths.slice(0, month - 1).reduce((sum, length) => sum + length, leap) + day - 1,
	};
};

const ofTimestamp: ReadonlyArray<readonly [string, (parts: Parts) => number]> = [
	['getFullYear', ({year}) => year],
	['getMonth', ({month}) => month - 1],
	['getDayOfYear', ({dayOfYear}) => dayOfYear],
	['getDayOfMonth', ({day}) => day - 1],
	['getDate', ({day}) => day],
	['getDayOfWeek', ({dayOfWeek}) => dayOfWeek],
	['getHours', ({hour}) => hour],
	['getMinutes', ({minute}) => minute],
	['getSeconds', ({second}) => second],
	['getMilliseconds', ({millisecond}) => millisecond],
];

const ofDuration: ReadonlyArray<readonly [string, bigint]> = [
	['getHours', 3600n * 1000n * million],
	['getMinutes', 60n * 1000n * million],
	['getSeconds', 1000n * million],
	['getMilliseconds', million],
];

/** Parts of timestamps and durations. */
export const time: readonly Overload[] = [
	...ofTimestamp.flatMap(([name, part]) => [
		overload(`timestamp::${name}() int`, (value: Timestamp) => BigInt(part(partsOf(value, 'UTC')))),
		overload(`timestamp::${name}(string) int`, (value: Timestamp, zone: string) => BigInt(part(partsOf(value, zone)))),
	]),
	...ofDuration.map(([name, unit]) =>
		overload(`duration::${name}() int`, ({nanoseconds}: Duration) =>
			name === 'getMilliseconds' ? (nanoseconds / unit) % 1000n : nanoseconds / unit,
		),
	),
];
