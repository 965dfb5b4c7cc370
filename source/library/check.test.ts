import test from 'ava';
import {check} from './check.js';

const pod =
	"apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: main, image: 'nginx:1.27'}]}\n";

test('check gives findings with their places, and whether all is well', async (t) => {
	t.like(await check({'web.yaml': pod}, {jobs: 1}), {
		passed: true,
		files: [{objects: [{name: 'pod/default/web', isDone: true}]}],
	});
	const broken = await check({'web.yaml': pod.replace('containers', 'contaners')}, {jobs: 1});
	t.false(broken.passed);
	t.like(broken.files[0]?.objects[0]?.findings[0], {id: 'W011', places: [{file: 'web.yaml', line: 4, column: 8}]});
});

test('in a cluster that is described, a namespace that nobody defines is missing', async (t) => {
	const elsewhere = pod.replace('name: web', 'name: web, namespace: shop');
	t.true((await check({'web.yaml': elsewhere}, {jobs: 1})).passed);
	t.false((await check({'web.yaml': elsewhere}, {jobs: 1, scenario: {}})).passed);
});
