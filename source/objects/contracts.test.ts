import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {admissionPlugins, eventLimitTypes, removedPlugins} from './admission-plugins.js';
import {authorizationModes, verdicts} from './authorization-modes.js';

/** What several rooms agree on: the module that says it, the words, and how many of them another module may write in quotes. */
const contracts: ReadonlyArray<{readonly home: string; readonly words: readonly string[]; readonly most: number}> = [
	{home: 'objects/admission-plugins.ts', words: admissionPlugins.map(({name}) => name), most: 3},
	{home: 'objects/admission-plugins.ts', words: removedPlugins.map(({name}) => name), most: 2},
	{home: 'objects/admission-plugins.ts', words: eventLimitTypes, most: 3},
	{home: 'objects/authorization-modes.ts', words: authorizationModes, most: 3},
];

/** Says which plug-ins the cluster whose answers were recorded had. */
const recorded = 'build/conformance/cluster.ts';

const root = fileURLToPath(new URL('../../source/', import.meta.url));

const sources = readdirSync(root, {recursive: true, encoding: 'utf8'})
	.map((name) => name.replaceAll(path.sep, '/'))
	.filter((name) => /(?<!\.test|\.generated)\.tsx?$/.test(name) && name !== recorded)
	.map((name) => ({name, text: readFileSync(path.join(root, name), 'utf8')}));

for (const {home, words, most} of contracts) {
	test(`nobody but ${home} lists ${words[0]}, ${words[1]}, …`, (t) => {
		const copies = sources
			.filter(({name, text}) => name !== home && words.filter((word) => text.includes(`'${word}'`)).length > most)
			.map(({name}) => name);
		t.deepEqual(copies, []);
	});
}

test('nobody writes the union of what an authorizer can answer', (t) => {
	const union = verdicts.map((verdict) => `'${verdict}'`);
	const copies = sources.filter(({name, text}) => {
		return (
			name !== 'objects/authorization-modes.ts' &&
			(text.includes(union.join(' | ')) || text.includes(`[${union.join(', ')}]`))
		);
	});
	t.deepEqual(
		copies.map(({name}) => name),
		[],
	);
});
