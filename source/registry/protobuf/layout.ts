import {jsonFields, structIn, type GoField} from '../../objects/go-types.js';
import {messageOf, protobufFacts} from '../../objects/protobuf-messages.js';
import {metricsMessages} from '../../objects/resource-metrics.js';
import {schemaIdOfKind} from '../../objects/schema.js';
import {memoised} from '../../kernel/memoised.js';

/** A field of a message. */
export interface MessageField {
	readonly number: number;
	/** Its JSON key; `undefined` for a struct embedded in another: its fields are listed with those of the outer one. */
	readonly key: string | undefined;
	/** The type of its value, or of each of its values: `string`, `int32`, or the name of a message. */
	readonly type: string;
	readonly form: 'single' | 'list' | 'map';
	/** The field in Go, where that is known. */
	readonly goField: GoField | undefined;
	/** Whether Go stores the value itself: then it is written even if zero. */
	readonly isValue: boolean;
	/** Whether it is a message that JSON shows as an object with fields. */
	readonly isStruct: boolean;
}

/** `io.k8s.api.core.v1.Pod` of the message `k8s.io.api.core.v1.Pod`. */
const schemaOf = (message: string): string =>
	message.replace(/^k8s\.io\./, 'io.k8s.').replace(/(apiextensions|kube)_/, '$1-');

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');

const messages = (message: string) =>
	[protobufFacts(), metricsMessages].find((known) => Object.hasOwn(known, message))?.[message];

const fieldIn = (
	goFields: ReadonlyMap<string, GoField>,
	[number, [name, declared]]: [string, readonly [name: string, type: string]],
): MessageField => {
	const mapped = /^map<string, (.*)>$/.exec(declared)?.[1];
	const type = mapped ?? declared.replace(/^repeated /, '');
	const unmapped = type === declared ? 'single' : 'list';
	const form = mapped === undefined ? unmapped : 'map';
	// Names differ in case and in signs: `xKubernetesValidations` is `x-kubernetes-validations` in JSON.
	const letters = lettersOf(name);
	const key =
		goFields.has(name) || goFields.size === 0
			? name
			: [...goFields.keys()].find((candidate) => lettersOf(candidate) === letters);
	const goField = key === undefined ? undefined : goFields.get(key);
	return {
		number: Number(number),
		key,
		type,
		form,
		goField,
		isValue: form === 'single' && (key === undefined || (goField !== undefined && !goField.type.startsWith('*'))),
		isStruct: goField !== undefined && structIn(goField.type) === goField.type,
	};
};

/** The fields of a message by their numbers, ascending, as Go writes them; `undefined` if the API has no such message. */
export const layoutOf = memoised((message: string): ReadonlyMap<number, MessageField> | null => {
	const known = messages(message);
	return known === undefined
		? null
		: new Map(
				Object.entries(known)
					.map((entry) => fieldIn(jsonFields(schemaOf(message)), entry))
					.sort((a, b) => a.number - b.number)
					.map((field) => [field.number, field]),
			);
}, 4000);

/** The message of a kind; `undefined` if it has none, as custom resources have. */
export const messageOfKind = (apiVersion: string, kind: string): string | undefined => {
	const id = schemaIdOfKind(apiVersion, kind);
	const prefix = messagePrefixes.get(apiVersion) ?? (optionKinds.has(kind) ? meta : '');
	const message = id === undefined ? `${prefix}${kind}` : messageOf(id);
	return messages(message) === undefined ? undefined : message;
};

const meta = 'k8s.io.apimachinery.pkg.apis.meta.v1.';

/** The packages of messages without a resource: shared ones, and those of another server. */
const messagePrefixes: ReadonlyMap<string, string> = new Map([
	['v1', meta],
	['meta.k8s.io/v1', meta],
	['meta.k8s.io/v1beta1', meta],
	['metrics.k8s.io/v1beta1', 'k8s.io.metrics.pkg.apis.metrics.v1beta1.'],
]);

/** Options of a request: each client writes them in its own group version. @mirrors k8s.io/apimachinery/pkg/apis/meta/internalversion addToGroupVersion */
const optionKinds: ReadonlySet<string> = new Set(['DeleteOptions', 'CreateOptions', 'UpdateOptions']);
