import {patchTypes, selectorOperators} from './stage.js';

type Schema = Readonly<Record<string, unknown>>;

const text: Schema = {type: 'string'};
const boolean: Schema = {type: 'boolean'};
const texts: Schema = {type: 'object', additionalProperties: text};
const milliseconds: Schema = {type: 'integer', format: 'int64', minimum: 0};
const list = (items: Schema): Schema => ({type: 'array', items});
const one = (...values: readonly string[]): Schema => ({type: 'string', enum: values});
const object = (properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema => ({
	type: 'object',
	properties,
	...(required.length > 0 ? {required} : {}),
});

const cel = object({expression: text}, ['expression']);
const requirement = {key: text, operator: one(...selectorOperators), values: list(text)};
const from = object({expressionFrom: text, jq: object({expression: text}, ['expression']), cel});
const user = object({username: text}, ['username']);
const event = object({type: text, reason: text, message: text});
const items = list(object({value: text}));
const finalizers = object({add: items, remove: items, empty: boolean});
const patch = object({
	subresource: text,
	root: text,
	template: text,
	type: one(...patchTypes),
	impersonation: user,
});

const spec = object(
	{
		resourceRef: object({apiGroup: {type: 'string', default: 'v1'}, kind: text}, ['kind']),
		selector: object({
			matchLabels: texts,
			matchAnnotations: texts,
			matchExpressions: list(object({...requirement, jq: object(requirement, ['key', 'operator']), cel})),
		}),
		weight: {type: 'integer', minimum: 0, default: 0},
		weightFrom: from,
		delay: object({
			durationMilliseconds: milliseconds,
			durationFrom: from,
			jitterDurationMilliseconds: milliseconds,
			jitterDurationFrom: from,
		}),
		next: object({
			event,
			finalizers,
			delete: boolean,
			patches: list(patch),
			statusTemplate: text,
			statusSubresource: {type: 'string', default: 'status'},
			statusPatchAs: user,
		}),
		steps: list(object({event, finalizers, delete: boolean, patch})),
		immediateNextStage: boolean,
	},
	['resourceRef'],
);

const names = {plural: 'stages', singular: 'stage', kind: 'Stage', listKind: 'StageList'};
const established = ['NamesAccepted', 'Established'].map((type) => ({
	type,
	status: 'True',
	reason: type === 'Established' ? 'InitialNamesAccepted' : 'NoConflicts',
	message: type === 'Established' ? 'the initial names have been accepted' : 'no conflicts found',
	lastTransitionTime: null,
}));

/**
The definition of Stages, by the path of its resource: a cluster with KWOK has it from the start.

Simplified: the other kinds of kwok.x-k8s.io, and a step that applies another object, are not served.

@see https://kwok.sigs.k8s.io/docs/generated/apis/#kwok.x-k8s.io/v1alpha1.Stage
*/
export const stageDefinition: Readonly<Record<string, readonly unknown[]>> = {
	'/apis/apiextensions.k8s.io/v1/customresourcedefinitions': [
		{
			apiVersion: 'apiextensions.k8s.io/v1',
			kind: 'CustomResourceDefinition',
			metadata: {name: 'stages.kwok.x-k8s.io'},
			spec: {
				group: 'kwok.x-k8s.io',
				names,
				scope: 'Cluster',
				conversion: {strategy: 'None'},
				versions: [
					{
						name: 'v1alpha1',
						served: true,
						storage: true,
						schema: {
							openAPIV3Schema: object(
								{
									apiVersion: text,
									kind: text,
									metadata: {type: 'object'},
									spec,
									status: {type: 'object', 'x-kubernetes-preserve-unknown-fields': true},
								},
								['spec'],
							),
						},
						subresources: {status: {}},
					},
				],
			},
			status: {acceptedNames: names, storedVersions: ['v1alpha1'], conditions: established},
		},
	],
};
