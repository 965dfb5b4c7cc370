import {readdirSync, readFileSync} from 'node:fs';
import path from 'node:path';
import {fileURLToPath} from 'node:url';
import test from 'ava';
import {admissionPlugins, eventLimitTypes, removedPlugins} from './admission-plugins.js';
import {authorizationModes, verdicts} from './authorization-modes.js';
import {taintEffects} from './taints.js';

/** Plug-ins with the name of a kind: code about the kind lists no plug-ins. */
const alsoKinds = new Set(['MutatingAdmissionPolicy', 'ResourceQuota', 'ServiceAccount', 'ValidatingAdmissionPolicy']);

const pluginNames = admissionPlugins.map(({name}) => name).filter((name) => !alsoKinds.has(name));

/** Agreements between rooms: the defining module, the words, and how many of them another module may quote. */
const contracts: ReadonlyArray<{readonly home: string; readonly words: readonly string[]; readonly most: number}> = [
	{home: 'objects/admission-plugins.ts', words: pluginNames, most: 3},
	{home: 'objects/admission-plugins.ts', words: removedPlugins.map(({name}) => name), most: 2},
	{home: 'objects/admission-plugins.ts', words: eventLimitTypes, most: 3},
	{home: 'objects/authorization-modes.ts', words: authorizationModes, most: 3},
	{home: 'objects/taints.ts', words: taintEffects, most: 2},
];

/** The file that names the plug-ins of the recorded cluster. */
const recorded = 'build/conformance/cluster.ts';

const root = fileURLToPath(new URL('../../source/', import.meta.url));

const sources = readdirSync(root, {recursive: true, encoding: 'utf8'})
	.map((name) => name.replaceAll(path.sep, '/'))
	.filter((name) => /(?<!\.test|\.generated)\.tsx?$/.test(name) && name !== recorded)
	// A type that is looked up by a name lists nothing.
	.map((name) => ({name, text: readFileSync(path.join(root, name), 'utf8').replaceAll(/\w\['\w+'\]/g, '')}));

for (const {home, words, most} of contracts) {
	test(`nobody but ${home} lists ${words[0]}, ${words[1]}, …`, (t) => {
		const copies = sources
			.filter(({name, text}) => name !== home && words.filter((word) => text.includes(`'${word}'`)).length > most)
			.map(({name}) => name);
		t.deepEqual(copies, []);
	});
}

/** Agreements between rooms about a type or the form of a text: the defining module, and the words of a copy. */
const agreed: ReadonlyArray<{readonly home: string; readonly what: string; readonly copy: RegExp}> = [
	{
		home: 'objects/scheduling.ts',
		what: 'the matrix of nodes and plug-ins',
		copy: /readonly (?:normalised|weighted): Readonly<Record<string,/,
	},
	{home: 'classroom/views.ts', what: 'which views there are', copy: /'state',\s+'stack',\s+'why'/},
	{
		home: 'objects/simulated-node.ts',
		what: 'a node of the scenario',
		copy: /readonly taints\??: ReadonlyArray<Pick<Taint,/,
	},
	{home: 'objects/simulated-node.ts', what: "kube-proxy's modes", copy: /'iptables'(?:,| \|) 'nftables'/},
	{home: 'stages/language-names.ts', what: 'which languages there are', copy: /'zh', 'ru'|\ben, zh\b|\bzh: '/},
	{home: 'objects/traffic-client.ts', what: 'a traffic client', copy: /readonly viaIngress\??:/},
	{home: 'objects/labels.ts', what: 'how a label selector is read', copy: /[sS]elector\??\.(?:split|match|matchAll)\(/},
];

for (const {home, what, copy} of agreed) {
	test(`nobody but ${home} says ${what}`, (t) => {
		t.deepEqual(
			sources.filter(({name, text}) => name !== home && copy.test(text)).map(({name}) => name),
			[],
		);
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

test('whoever shows what a stop says is handed the language', (t) => {
	t.deepEqual(
		sources
			.filter(({name, text}) => !/^(?:stages|testing)\//.test(name) && /\bsentenceOf\([^,()]+\)/.test(text))
			.map(({name}) => name),
		[],
	);
});
