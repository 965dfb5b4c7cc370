import test from 'ava';
import {createCluster} from '../../cluster.js';
import {Recording} from '../../debugger/recording.js';
import {seek} from '../../debugger/seek.js';
import {completeScenario} from '../../scenario/scenario.js';
import {stateOn} from '../../testing/screens.js';
import {questionAt, type Question} from './guess-question.js';
import {screenWords} from '../../screen/words/words.js';

const words = screenWords('en').messages;

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
		const question = questionAt(recording, step - 1, step, words);
		t.like(question, {about, right, stage, step, from: step - 1});
		t.deepEqual([...(question?.options ?? [])].sort(), options);
	});
}

test('every question of a run has two to four different options, the right one among them, and is the same when asked again', (t) => {
	const asked = Array.from({length: recording.stops.length - start - 1}, (_, index) => {
		const step = start + 1 + index;
		return [step, questionAt(recording, step - 1, step, words)] as const;
	});
	const abouts = new Set<string>();
	for (const [step, question] of asked) {
		if (question) {
			abouts.add(question.about);
			t.true(question.options.length >= 2 && question.options.length <= 4);
			t.is(new Set(question.options).size, question.options.length);
			t.true(question.options.includes(question.right));
			t.deepEqual(questionAt(recording, step - 1, step, words), question);
		}
	}

	t.deepEqual([...abouts].sort(), ['field', 'node', 'printed', 'process']);
});

test('where the same process goes on and nothing changes, nothing is asked', (t) => {
	const step = stepOf('apiserver.authorize');
	t.is(questionAt(recording, step - 1, step, words), undefined);
	t.is(questionAt(recording, recording.stops.length - 1, recording.stops.length, words), undefined);
});

test('the right option is in no place more often than chance puts it there', (t) => {
	const counts = new Map<number, number[]>();
	for (const name of ['pod', 'shop']) {
		const {recording, start} = stateOn(name, ['c']);
		for (let step = start + 1; step < recording.stops.length; step++) {
			// As a learner would ask at several distances from the beginning.
			for (const place of [step, step + 10_000, step + 20_000, step + 30_000]) {
				const question = questionAt(recording, step - 1, step, words, place);
				if (question) {
					const places = counts.get(question.options.length) ?? question.options.map(() => 0);
					const at = question.options.indexOf(question.right);
					places[at] = (places[at] ?? 0) + 1;
					counts.set(question.options.length, places);
				}
			}
		}
	}

	for (const [size, places] of counts) {
		const total = places.reduce((sum, count) => sum + count, 0);
		const expected = total / size;
		// Four standard deviations.
		const most = 4 * Math.sqrt(total * (1 / size) * (1 - 1 / size));
		for (const count of places) {
			t.true(Math.abs(count - expected) <= most, `${size}: ${places.join(' ')}`);
		}
	}

	t.true((counts.get(4)?.reduce((sum, count) => sum + count, 0) ?? 0) > 1000);
});

test('another seed has another order', (t) => {
	const orders = [1, 2, 3, 4, 5, 6].map((seed) => {
		const other = new Recording(completeScenario({seed}), createCluster);
		seek(other, -1, 1, () => false, {untilMs: 60_000});
		const from = other.stops.length;
		other.submit({kubectl: 'create configmap web --from-literal=a=b'});
		const found = seek(other, from - 1, 1, ({stage}) => stage === 'kubectl.print').stop?.step ?? 0;
		return questionAt(other, found - 1, found, words, 1)?.options.join(' ');
	});
	t.true(new Set(orders).size > 1, orders.join('\n'));
});
