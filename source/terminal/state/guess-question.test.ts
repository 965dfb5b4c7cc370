import test from 'ava';
import {stateOn} from '../../testing/screens.js';
import {questionAt, shuffled, type Question} from './guess-question.js';

const {recording, start} = stateOn('pod', ['c']);

const stepOf = (stage: string, object?: string): number => {
	for (let step = start; step < recording.stops.length; step++) {
		const stop = recording.stops.get(step);
		if (stop?.stage === stage && (object === undefined || stop.object === object)) {
			return step;
		}
	}

	throw new Error(`${stage} is not in the run`);
};

const pod = '/registry/pods/default/web';

const rows: ReadonlyArray<[stage: string, object: string | undefined, Pick<Question, 'about' | 'options' | 'right'>]> =
	[
		[
			'apiserver.admit.mutate.ServiceAccount',
			pod,
			{
				about: 'field',
				right: 'spec.serviceAccountName',
				options: ['spec.enableServiceLinks', 'spec.priority', 'spec.serviceAccountName', 'spec.tolerations'],
			},
		],
		[
			'apiserver.bind',
			pod,
			{
				about: 'field',
				right: 'spec.nodeName',
				options: ['spec.nodeName', 'spec.priority', 'spec.serviceAccountName', 'spec.tolerations'],
			},
		],
		['scheduler.select', pod, {about: 'node', right: 'node-a', options: ['node-a', 'node-b', 'node-c']}],
		[
			'kubectl.print',
			undefined,
			{about: 'printed', right: 'pod/web created', options: ['pod/web created', 'service/web created']},
		],
		[
			'apiserver.watch',
			pod,
			{
				about: 'process',
				right: 'kube-apiserver/cacher',
				options: ['informers', 'kube-apiserver/cacher', 'kubectl', 'scheduler'],
			},
		],
	];

for (const [stage, object, {about, right, options}] of rows) {
	test(`${stage} is asked for: ${right}`, (t) => {
		const step = stepOf(stage, object);
		const question = questionAt(recording, step - 1, step);
		t.like(question, {about, right, stage, step, from: step - 1});
		t.deepEqual([...(question?.options ?? [])].sort(), options);
	});
}

test('every question of a run has two to four different options, the right one among them, and is the same when asked again', (t) => {
	const asked = Array.from({length: recording.stops.length - start - 1}, (_, index) => {
		const step = start + 1 + index;
		return [step, questionAt(recording, step - 1, step)] as const;
	});
	const abouts = new Set<string>();
	for (const [step, question] of asked) {
		if (question) {
			abouts.add(question.about);
			t.true(question.options.length >= 2 && question.options.length <= 4);
			t.is(new Set(question.options).size, question.options.length);
			t.true(question.options.includes(question.right));
			t.deepEqual(questionAt(recording, step - 1, step), question);
		}
	}

	t.deepEqual([...abouts].sort(), ['field', 'node', 'printed', 'process']);
});

test('where the same process goes on and nothing changes, nothing is asked', (t) => {
	const step = stepOf('apiserver.authorize');
	t.is(questionAt(recording, step - 1, step), undefined);
	t.is(questionAt(recording, recording.stops.length - 1, recording.stops.length), undefined);
});

test('the order of the options is by name, begun at another one at each step', (t) => {
	t.deepEqual(shuffled(['c', 'a', 'b'], 6), ['a', 'b', 'c']);
	t.deepEqual(shuffled(['c', 'a', 'b'], 7), ['b', 'c', 'a']);
	t.deepEqual(shuffled(['c', 'a', 'b'], 8), ['c', 'a', 'b']);
});
