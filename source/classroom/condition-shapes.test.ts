import test from 'ava';
import {shortfallOf} from './condition-shapes.js';
import {spokenShortfall} from './problem-words.js';

const object = {
	metadata: {labels: {app: 'web'}, generation: 2},
	spec: {
		nodeName: 'node-a',
		selector: {app: 'db'},
		accessModes: ['ReadWriteOnce'],
		unschedulable: false,
		containers: [{image: 'nginx:1.26', ports: [{containerPort: 80}]}],
	},
	status: {observedGeneration: 1, conditions: [{type: 'Ready', status: 'True'}]},
	endpoints: [{}, {}],
	rules: ['a', 'b'],
};

for (const [part, sentence] of [
	['!has(object.spec.nodeName)', 'spec.nodeName of pod/a is node-a, but should not be set'],
	['!has(object.spec.selector)', 'spec.selector of pod/a is set, but should not be set'],
	[
		'has(object.spec.containers[0].livenessProbe)',
		'spec.containers[0].livenessProbe of pod/a is not set, but should be',
	],
	[
		"object.spec.containers[0].image == 'nginx:1.27'",
		'spec.containers[0].image of pod/a is nginx:1.26, but should be nginx:1.27',
	],
	[
		'string(object.spec.containers[0].ports[0].containerPort) == "8080"',
		'spec.containers[0].ports[0].containerPort of pod/a is 80, but should be 8080',
	],
	[
		"object.metadata.labels[?'disk'].orValue('') == 'ssd'",
		"metadata.labels['disk'] of pod/a is not set, but should be ssd",
	],
	["object.spec.selector == {'app': 'web'}", 'spec.selector of pod/a is app: db, but should be app: web'],
	[
		"object.spec.accessModes == ['ReadWriteMany']",
		'spec.accessModes of pod/a is ReadWriteOnce, but should be ReadWriteMany',
	],
	[
		'object.status.observedGeneration == object.metadata.generation',
		'status.observedGeneration of pod/a is 1, but should be 2',
	],
	['object.spec.unschedulable', 'spec.unschedulable of pod/a is false, but should be true'],
	['!object.automountServiceAccountToken', 'automountServiceAccountToken of pod/a is not set, but should be false'],
	['object.endpoints.size() == 5', 'the number of endpoints in pod/a is 2, but should be 5'],
	['object.endpoints.size() >= 3', 'the number of endpoints in pod/a is 2, but should be at least 3'],
	[
		"object.status.conditions.exists(c, c.type == 'Ready' && c.status != 'True')",
		'no item of status.conditions in pod/a has type Ready and status anything except True',
	],
	[
		"object.status.containerStatuses.exists(c, has(c.lastState.terminated) && c.lastState.terminated.reason == 'OOMKilled')",
		'no item of status.containerStatuses in pod/a has lastState.terminated.reason OOMKilled',
	],
	[
		"object.status.containerStatuses.exists(c, c.name == 'tail' && has(c.state.running))",
		'no item of status.containerStatuses in pod/a has name tail and state.running',
	],
	[
		'object.status.containerStatuses.all(c, c.restartCount == 0 && c.ready)',
		'not every item of status.containerStatuses in pod/a has restartCount 0 and ready true',
	],
	["'c' in object.rules", 'rules of pod/a lacks c'],
	["!('a' in object.rules)", 'rules of pod/a has a, but should not'],
] as const) {
	test(`what is and what should be: ${part}`, (t) => {
		const short = shortfallOf(part, object);
		t.is(short && spokenShortfall('pod/a', short, 'en'), sentence);
	});
}

test('an expression of another shape has no sentence of its own', (t) => {
	for (const part of [
		"object.metadata.name.startsWith('app')",
		'object.refused + object.failed == 0',
		"object.rules.all(r, r.resources.all(x, x in ['pods']))",
	]) {
		t.is(shortfallOf(part, object), undefined, part);
	}
});

test('each sentence exists in each language', (t) => {
	const short = shortfallOf("object.status.conditions.exists(c, c.type == 'Ready' && c.status != 'True')", object);
	t.is(
		short && spokenShortfall('pod/a', short, 'zh'),
		'pod/a 的 status.conditions 中没有一项满足：type 是Ready、status 不是True',
	);
	t.is(
		short && spokenShortfall('pod/a', short, 'ru'),
		'среди status.conditions объекта pod/a нет элемента, для которого верно: type Ready, status не True',
	);
});
