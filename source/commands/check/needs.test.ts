import test from 'ava';
import {readManifests} from '../../go/yaml/yaml.js';
import {documentsOf} from './given-documents.js';
import {Needs} from './needs.js';
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
