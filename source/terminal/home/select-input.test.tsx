import test from 'ava';
import SelectInput from 'ink-select-input';
import {HeadlessTerminal} from '../../testing/headless-terminal.js';

/** The rows that `ink-select-input` highlights for input that arrives in one read. */
const highlighted = async (input: string): Promise<readonly number[]> => {
	const rows: number[] = [];
	const terminal = new HeadlessTerminal(
		<SelectInput
			items={Array.from({length: 20}, (_, value) => ({label: String(value), value}))}
			onHighlight={({value}) => rows.push(value)}
		/>,
		80,
		24,
	);
	await terminal.type(input);
	await terminal.screen();
	terminal.close();
	return rows;
};

/** Decision 6 names this as the reason why the component only draws and does not choose. If this test fails, let the component choose. */
test('ink-select-input loses keys that a terminal sends together', async (t) => {
	t.deepEqual(await highlighted('j'), [1]);
	t.deepEqual(await highlighted('jjjjj'), []);
	t.deepEqual((await highlighted('\u001B[B'.repeat(5))).at(-1), 1);
});
