import test from 'ava';
import {sentenceOf} from './sentence.js';

test('a push of the mesh that names three of five Services says that there are more', (t) => {
	const changed = ['a', 'b', 'c', 'd', 'e'].map((name) => `default/${name}`);
	const stop = {
		step: 1,
		timeMs: 0,
		process: 'istiod',
		component: 'istiod',
		depth: 0,
		stage: 'mesh.push',
		cause: -1,
		periodic: false,
		facts: {case: 'push', version: 1, changed, sidecars: ['default/web'], endpoints: {'default/a': ['10.244.0.2']}},
	};
	t.is(
		sentenceOf(stop),
		'The mesh pushes default/a with 1 endpoint, default/b with 0 endpoints, default/c with 0 endpoints and 2 more to the sidecar of default/web.',
	);
	t.regex(sentenceOf(stop, 'zh'), /default\/c（0 个端点） 等 5 个/);
	t.regex(sentenceOf(stop, 'ru'), /default\/c \(0 эндп\.\) и ещё 2/);
});

test('the states of a Pod and the mistakes of a manifest are in the language of the sentence', (t) => {
	const stop = {
		step: 1,
		timeMs: 0,
		process: 'kubelet/node-a',
		component: 'kubelet',
		depth: 0,
		cause: -1,
		periodic: false,
	};
	const containers = [
		{name: 'web', attempt: 1, state: 'RUNNING'},
		{name: 'log', attempt: 0, state: 'EXITED'},
	];
	const listed = {
		...stop,
		stage: 'kubelet.pleg',
		facts: {node: 'node-a', pod: 'default/web', sandbox: 'ready', containers},
	};
	t.regex(sentenceOf(listed), /default\/web \(sandbox ready, web#1 running, log exited\)/);
	t.regex(sentenceOf(listed, 'zh'), /default\/web（沙箱就绪、web#1 运行中、log 已退出）/);
	t.regex(sentenceOf(listed, 'ru'), /default\/web \(песочница готова, web#1 работает, log завершён\)/);
	const refused = {
		...stop,
		stage: 'kubectl.parse',
		facts: {case: 'refused', file: 'a.yaml', line: 2, column: 1, message: 'found a tab in the indentation', remedy: ''},
	};
	t.is(sentenceOf(refused, 'zh'), 'kubectl 无法读取 a.yaml：缩进处应为空格，实际是制表符');
	t.is(sentenceOf(refused, 'ru'), 'kubectl не может прочесть a.yaml: в отступе табуляция вместо пробелов');
});
