import test from 'ava';
import {boxDefinition} from '../../../testing/boxes.js';
import {Trial} from '../../../testing/trial.js';

const box = (size: number): string =>
	`apiVersion: example.com/v1\nkind: Box\nmetadata: {name: a}\nspec: {size: ${size}}\n`;
const settings = (size: number): string =>
	`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {size: "${size}"}\n`;

test('a patch of a custom resource reads the OpenAPI document of version 2, too; that of a built-in kind does not', (t) => {
	const trial = new Trial({nodes: []});
	trial.apply(boxDefinition);
	trial.pass(1000);
	const documents = (text: string): readonly unknown[] => {
		const from = trial.step;
		trial.kubectl('apply -f it.yaml', {'it.yaml': text});
		return trial
			.stops(({step, stage, facts}) => step > from && stage === 'kubectl.discover' && facts?.path !== undefined)
			.map(({facts}) => facts?.path);
	};
	t.deepEqual(documents(box(1)), ['/openapi/v3', '/openapi/v3/apis/example.com/v1']);
	t.deepEqual(documents(box(1)), ['/openapi/v3', '/openapi/v2']);
	t.deepEqual(documents(settings(1)), ['/openapi/v3', '/openapi/v3/api/v1']);
	t.deepEqual(documents(settings(2)), ['/openapi/v3']);
	const typesOf = (path: string, of: string): readonly string[] => {
		const document = JSON.parse(trial.kubectl(`get --raw ${path}`).stdout);
		return Object.keys(document.paths[of].patch.requestBody.content).map((type) => type.replace('application/', ''));
	};
	t.deepEqual(typesOf('/openapi/v3/api/v1', '/api/v1/namespaces/{namespace}/configmaps/{name}'), [
		'json-patch+json',
		'merge-patch+json',
		'apply-patch+yaml',
		'strategic-merge-patch+json',
	]);
	t.deepEqual(typesOf('/openapi/v3/apis/example.com/v1', '/apis/example.com/v1/namespaces/{namespace}/boxes/{name}'), [
		'json-patch+json',
		'merge-patch+json',
		'apply-patch+yaml',
	]);
});

test('apply --dry-run=client computes the patch and shows what it would make, and sends none', (t) => {
	const trial = new Trial({nodes: []});
	trial.kubectl('apply -f it.yaml', {'it.yaml': settings(1)});
	const dry = (size: number, output = ''): string =>
		trial.kubectl(`apply --dry-run=client -f it.yaml ${output}`, {'it.yaml': settings(size)}).stdout;
	t.is(dry(1), 'configmap/a unchanged (dry run)\n');
	t.is(dry(2), 'configmap/a configured (dry run)\n');
	t.is(dry(2, '-o jsonpath={.data.size}'), '2');
	t.like(trial.read('/registry/configmaps/default/a'), {data: {size: '1'}});
});
