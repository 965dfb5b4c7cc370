import {readFileSync, writeFileSync} from 'node:fs';
import test from 'ava';
import {faultKinds} from '../scenario/faults/fault-kinds.js';
import {rowsOn, stateOn} from '../testing/screens.js';
import {commandUsages} from './input/command-table.js';
import {keyMarkdown} from './input/keymap.js';

const readme = new URL('../../README.md', import.meta.url);

/** A table of two columns. */
const table = (head: readonly [string, string], rows: ReadonlyArray<readonly [string, string]>): string => {
	const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]!.length), 12));
	const print = (cells: readonly string[]): string =>
		`| ${cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
	return [
		print(head),
		`| ${widths.map((size) => '-'.repeat(size)).join(' | ')} |`,
		...rows.map((row) => print(row)),
	].join('\n');
};

const wordTable = (): string =>
	table(
		['Word', 'What it does'],
		commandUsages.map(([usage, does]) => [`\`:${usage}\``, does]),
	);

const faultTable = (): string =>
	table(
		['Fault', 'What it does'],
		faultKinds.map(({name, argument, does}) => [`\`${name} ${argument.replaceAll('|', String.raw`\|`)}\``, does]),
	);

/** The code generates what is between `<!-- name -->` and `<!-- /name -->` in the README. */
const parts: Readonly<Record<string, () => string>> = {
	picture: () => {
		const state = stateOn('pod', [':break apiserver.admit.mutate.ServiceAccount', 'c']);
		const rows = rowsOn({...state, size: {columns: 100, rows: 30}});
		// Steps are counted from where kubectl begins: how long a cluster takes to start does not matter here.
		const shown = rows.map((row) =>
			row
				.replace(/ #(\d{3,})/, (all, step: string) => {
					const short = ` #${Number(step) - state.start}`;
					return '─'.repeat(all.length - short.length) + short;
				})
				.trimEnd(),
		);
		return `\`\`\`\n${shown.join('\n')}\n\`\`\``;
	},
	keys: keyMarkdown,
	words: wordTable,
	faults: faultTable,
};

for (const [name, make] of Object.entries(parts)) {
	test.serial(`the README's ${name} are what the code says`, (t) => {
		const text = readFileSync(readme, 'utf8');
		const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
		const from = text.indexOf(begin) + begin.length;
		const to = text.indexOf(end);
		t.true(to >= from && text.includes(begin), `${begin} … ${end} is missing`);
		const expected = `\n\n${make()}\n\n`;
		if (process.env.UPDATE_SNAPSHOTS) {
			writeFileSync(readme, text.slice(0, from) + expected + text.slice(to));
			t.pass();
			return;
		}

		t.is(text.slice(from, to), expected);
	});
}
