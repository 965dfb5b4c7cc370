import test from 'ava';
import {progressOf} from './progress.js';

/** A Deployment of three, rolled out by its status. */
const deployment = (status: object, generation = 2): Parameters<typeof progressOf>[0] =>
	JSON.parse(
		JSON.stringify({
			apiVersion: 'apps/v1',
			kind: 'Deployment',
			metadata: {name: 'web', generation},
			spec: {replicas: 3, selector: {}, template: {}},
			status: {observedGeneration: 2, replicas: 3, updatedReplicas: 3, availableReplicas: 3, ...status},
		}),
	);

const finish = 'Waiting for deployment "web" rollout to finish:';

for (const [words, object, text] of [
	['is done', deployment({}), 'deployment "web" successfully rolled out'],
	['was not seen yet', deployment({}, 3), 'Waiting for deployment spec update to be observed...'],
	['lacks new Pods', deployment({updatedReplicas: 1}), `${finish} 1 out of 3 new replicas have been updated...`],
	['has old Pods', deployment({replicas: 4}), `${finish} 1 old replicas are pending termination...`],
	['has unavailable Pods', deployment({availableReplicas: 2}), `${finish} 2 of 3 updated replicas are available...`],
] as const) {
	test(`kubectl says of a rollout that ${words}: ${text}`, (t) => {
		t.deepEqual(progressOf(object), {text: `${text}\n`, done: text.includes('successfully')});
	});
}

test('a rollout beyond its deadline ends the command', (t) => {
	const late = deployment({conditions: [{type: 'Progressing', reason: 'ProgressDeadlineExceeded'}]});
	t.throws(() => progressOf(late), {message: /exceeded its progress deadline/});
});
