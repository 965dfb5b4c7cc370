import test from 'ava';
import {readManifests} from '../../go/yaml/yaml.js';
import {documentsOf} from './given-documents.js';
import {Needs} from './needs.js';
import {partsOf} from './parts.js';
import {planOf} from './plan.js';
import {completeScenario} from '../../scenario/scenario.js';

const definition = (name: string) => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.org}
spec:
  group: example.org
  names: {kind: Widget, plural: widgets}
  scope: Namespaced
  conversion: {strategy: Webhook, webhook: {clientConfig: {service: {name: converter, namespace: default}}}}
  versions: [{name: v1, schema: {openAPIV3Schema: {description: '${name} of the endpoint'}}}]
`;

const service = (name: string) => `apiVersion: v1
kind: Service
metadata: {name: ${name}}
`;

test('a definition needs the Service that converts its objects, and nothing that its schema mentions', (t) => {
	const documents = [definition('speed'), service('converter'), service('endpoint')].flatMap((text, index) =>
		documentsOf(`${index}.yaml`, readManifests(text, `${index}.yaml`).documents),
	);
	const [first] = documents;
	t.deepEqual(first && new Needs(documents, 'default').of(first).map(({name}) => name), ['converter']);
});

const widget = 'apiVersion: example.org/v1\nkind: Widget\nmetadata: {name: one}\n';

test('a cluster gets the nearest of several definitions of a kind', (t) => {
	const {jobs} = planOf({
		files: [{file: 'a/widget.yaml', text: widget, isFound: false}],
		definitions: ['b/c/crd.yaml', 'a/crd.yaml', 'd/crd.yaml'].map((file) => ({
			file,
			text: definition(file),
			isFound: false,
		})),
		skipped: [],
		policies: [],
		scenario: completeScenario(),
		how: {},
		language: 'en',
	});
	t.deepEqual(
		jobs.flatMap(({parts}) => parts.map(({definitions}) => Object.keys(definitions))),
		[['a/crd.yaml#1']],
	);
});

test('an Ingress of another folder is not added to a cluster because a text has its name', (t) => {
	const documents = [
		['a/map.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: own}\ndata: {class: shop, map: rest}\n'],
		['b/ingress.yaml', 'apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: shop}\n'],
		['b/map.yaml', 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: rest}\n'],
	].flatMap(([file = '', text = '']) => documentsOf(file, readManifests(text, file).documents));
	t.deepEqual(
		partsOf(documents, 'default').map(({context}) => context.map(({kind, name}) => `${kind} ${name}`)),
		[['ConfigMap rest'], [], []],
	);
});

test('the tests of fixes share a budget where a check has many parts', (t) => {
	const sharesOf = (count: number) => {
		const files = Array.from({length: count}, (_, index) => ({
			file: `${index}.yaml`,
			text: `apiVersion: v1\nkind: Pod\nmetadata: {name: p${index}}\nspec: {containers: [{name: main, image: 'nginx:1.27'}]}\n`,
			isFound: true,
		}));
		return planOf({files, scenario: completeScenario(), how: {}, language: 'en'}).jobs.map(
			({stopsOfFixes}) => stopsOfFixes,
		);
	};

	t.true(sharesOf(2).every((share) => share === undefined));
	const shares = sharesOf(100);
	const sum = shares.reduce<number>((total, share = Infinity) => total + share, 0);
	t.true(sum >= 160_000 && sum < 160_000 + shares.length);
});
