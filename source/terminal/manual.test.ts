import test from 'ava';
import {faultKinds} from '../scenario/faults/fault-kinds.js';
import {checkPart} from '../testing/documents.js';
import {rowsOn, stateOn} from '../testing/screens.js';
import {commandUsages} from '../screen/input/command-table.js';
import {keyMarkdown} from '../screen/input/keymap.js';

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

const picture = (): string => {
	const state = stateOn('pod', [':break apiserver.admit.mutate.ServiceAccount', 'c']);
	const rows = rowsOn({...state, size: {columns: 100, rows: 30}});
	// Steps are counted from the start of kubectl: the start of the cluster does not matter here.
	const shown = rows.map((row) =>
		row
			.replace(/ #(\d{3,})/, (all, step: string) => {
				const short = ` #${Number(step) - state.start}`;
				return '─'.repeat(all.length - short.length) + short;
			})
			.trimEnd(),
	);
	return `\`\`\`\n${shown.join('\n')}\n\`\`\``;
};

/** The generated parts of pages of the manual, between `<!-- name -->` and `<!-- /name -->`. */
const parts: ReadonlyArray<readonly [page: string, name: string, make: () => string]> = [
	['debugger', 'picture', picture],
	['keys', 'keys', keyMarkdown],
	['keys', 'words', wordTable],
	['faults', 'faults', faultTable],
];

for (const [page, name, make] of parts) {
	test.serial(`the manual's ${name} are what the code says`, (t) => {
		checkPart(t, `source/manual/${page}.md`, name, make());
	});
}
