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
