import test from 'ava';
import {counted} from './words.js';

for (const [count, said] of [
	[0, '0 узлов'],
	[1, '1 узел'],
	[2, '2 узла'],
	[4, '4 узла'],
	[5, '5 узлов'],
	[11, '11 узлов'],
	[12, '12 узлов'],
	[21, '21 узел'],
	[22, '22 узла'],
	[111, '111 узлов'],
	[121, '121 узел'],
] as const) {
	test(`a noun agrees with its number: ${said}`, (t) => {
		t.is(counted(count, 'узел', 'узла', 'узлов'), said);
	});
}
