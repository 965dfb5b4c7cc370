import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {readGoldens, readLines} from './golden.js';
import {judge, judgeMutations, judgePlacements, type Verdict} from './judge.js';
import type {Mutation} from './mutations.js';
import {listFile, readList, shrunk} from './not-equal.js';
import type {Placement} from './placements.js';

const recorded = (name: string): string =>
	fileURLToPath(new URL(`../../../snapshots/cluster/${name}.jsonl.gz`, import.meta.url));

const listed = readList(readFileSync(listFile, 'utf8'));

const compare = (t: ExecutionContext, topic: string, verdicts: readonly Verdict[]): void => {
	const different = new Map(verdicts.filter(({found}) => found.length > 0).map((verdict) => [verdict.id, verdict]));
	const regressed = [...different.values()].filter(({id}) => !listed.has(id));
	for (const {id, step, found} of regressed) {
		t.log(`${id} ${step ?? ''}\n    ${found.slice(0, 3).join('\n    ').slice(0, 600)}`);
	}

	t.deepEqual(
		regressed.map(({id}) => id),
		[],
		'these are not as recorded (npm run conformance -- --verbose --only=ID shows more)',
	);
	t.deepEqual(
		[...listed.keys()].filter((id) => id.startsWith(`${topic}/`) && !different.has(id)),
		[],
		'these are equal now, or gone: npm run conformance -- --shrink takes them off the list',
	);
};

const goldens = readGoldens(recorded('goldens'));
for (const topic of new Set(goldens.map(({id}) => id.split('/', 1).join()))) {
	test(`the recorded answers of ${topic} are given, except those that are listed`, (t) => {
		const verdicts = goldens.filter(({id}) => id.startsWith(`${topic}/`)).flatMap((golden) => judge(golden).verdicts);
		t.true(verdicts.length > 0);
		compare(t, topic, verdicts);
	});
}

test('the recorded answers to mutated objects are given, except those that are listed', (t) => {
	compare(t, 'mutations', [...judgeMutations(readLines<Mutation>(recorded('mutations')))]);
});

test('Pods are placed as recorded, except those that are listed', (t) => {
	compare(t, 'placements', [...judgePlacements(readLines<Placement>(recorded('placements')))]);
});

test('the list gives a reason for each answer, and goes shorter', (t) => {
	const text = '# It is too hard.\napi/a #1\napi/a #2\n\n# It is too late.\napi/b #1\n';
	t.deepEqual(
		[...readList(text)],
		[
			['api/a #1', 'It is too hard.'],
			['api/a #2', 'It is too hard.'],
			['api/b #1', 'It is too late.'],
		],
	);
	t.throws(() => readList('api/a #1\n'), {message: 'api/a #1 has no reason above it.'});
	t.throws(() => readList(`${text}api/a #1\n`), {message: 'api/a #1 is listed twice.'});
	t.is(shrunk(text, new Set(['api/a #1'])), '# It is too hard.\napi/a #2\n\n# It is too late.\napi/b #1\n');
	t.is(shrunk(text, new Set(['api/a #1', 'api/a #2'])), '# It is too late.\napi/b #1\n');
});
