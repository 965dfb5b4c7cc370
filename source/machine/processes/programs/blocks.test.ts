import test from 'ava';
import {sizeOf, transferred} from './blocks.js';

for (const [text, bytes] of [
	['7', 7],
	['2k', 2048],
	['1M', 1_048_576],
	['1MB', 1_000_000],
	['3b', 1536],
	['1x', undefined],
	['', undefined],
	['toString', undefined],
] as const) {
	test(`a size of ${text} is ${bytes} bytes`, (t) => {
		t.is(sizeOf(text), bytes);
	});
}

test('dd says what it has copied as GNU and BusyBox do', (t) => {
	t.is(
		transferred(10_485_760, '10+0', 20, false),
		'10+0 records in\n10+0 records out\n10485760 bytes (10 MB, 10 MiB) copied, 0.02 s, 524 MB/s\n',
	);
	t.is(transferred(7, '0+1', 1, false), '0+1 records in\n0+1 records out\n7 bytes copied, 0.001 s, 7.0 kB/s\n');
	t.is(
		transferred(10_485_760, '10+0', 20, true),
		'10+0 records in\n10+0 records out\n10485760 bytes (10.0MB) copied, 0.020000 seconds, 500.0MB/s\n',
	);
});
