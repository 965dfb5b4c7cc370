import {readFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import test, {type ExecutionContext} from 'ava';
import {readGoldens, readLines, type Golden} from '../build/conformance/golden.js';
import {judge, type Verdict} from '../build/conformance/judge.js';
import {listFile, readList} from '../build/conformance/not-equal.js';

const fileOf = (name: string): string =>
	fileURLToPath(new URL(`../../snapshots/cluster/${name}.jsonl.gz`, import.meta.url));

/** All recorded scenarios. */
export const recordedGoldens = (): readonly Golden[] => readGoldens(fileOf('goldens'));

/** The cases of a recorded file, such as `mutations`. */
export const recordedCases = <T>(name: string): readonly T[] => readLines<T>(fileOf(name));

/** The first word of a scenario's id: `kubelet` of `kubelet/probe/readiness-exec`. */
export const topicOf = ({id}: Pick<Golden, 'id'>): string => id.split('/', 1).join();

/** The room whose tests play the scenarios of each topic. */
export const roomOfTopic: Readonly<Record<string, string>> = {
	admission: 'apiserver',
	api: 'apiserver',
	auth: 'apiserver',
	controllers: 'controllers',
	kubectl: 'kubectl',
	kubelet: 'kubelet',
	network: 'network',
	scheduler: 'scheduler',
	validation: 'registry',
};

/** Answers that are known to differ, each with the reason. */
const listed = readList(readFileSync(listFile, 'utf8'));

/** Fails with the first differences of each answer that is not as recorded and not in the list, and with each answer of the list that is as recorded. */
export const compareAnswers = (t: ExecutionContext, verdicts: readonly Verdict[]): void => {
	t.true(verdicts.length > 0);
	t.deepEqual(
		verdicts
			.filter(({id, found}) => found.length > 0 && !listed.has(id))
			.map(({id, step, found}) => `${id} ${step ?? ''}\n${found.slice(0, 3).join('\n').slice(0, 600)}`),
		[],
		'these are not as recorded (npm run conformance -- --verbose --only=ID shows more)',
	);
	t.deepEqual(
		verdicts.filter(({id, found}) => found.length === 0 && listed.has(id)).map(({id}) => id),
		[],
		'these are equal now: npm run conformance -- --shrink takes them off the list',
	);
};

/** Declares a test for each recorded scenario whose topic belongs to this room. */
export const testRecordedAnswers = (room: string): void => {
	for (const golden of recordedGoldens().filter((one) => roomOfTopic[topicOf(one)] === room)) {
		test(`as recorded: ${golden.id}`, (t) => {
			compareAnswers(t, judge(golden).verdicts);
		});
	}
};
