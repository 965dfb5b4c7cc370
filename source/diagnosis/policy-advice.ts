import {isRecord} from '../kernel/record.js';
import {nestedField, nestedSlice, nestedString} from '../objects/unstructured.js';
import {registryKey} from '../objects/resources.js';
import {fieldOf, type Adviser, type Refused} from './refused.js';
import type {FieldPath} from './symptom.js';

/** The fields that an expression of CEL reads from the object, each as far as the object has it. */
const fieldsRead = (expression: string, object: unknown): readonly FieldPath[] =>
	[...expression.matchAll(/\bobject((?:\.\w+|\[\d+\])+)/g)].flatMap(([, path = '']) => {
		const steps = fieldOf(path.replace(/^\./, ''));
		const lost = steps.findIndex((_, index) => nestedField(object, ...steps.slice(0, index + 1)) === undefined);
		const known = lost === -1 ? steps : steps.slice(0, lost);
		return known.length > 0 ? [known] : [];
	});

/** The expressions of a policy that may have refused with this message. */
const expressionsOf = (policy: string, message: string, {ledger}: Refused): readonly string[] => {
	const stored = ledger.read(registryKey('validatingadmissionpolicies', undefined, policy));
	const validations = nestedSlice(stored, 'spec', 'validations').filter(isRecord);
	const expressions = validations.map((one) => nestedString(one, 'expression') ?? '');
	const exact = validations.flatMap((one, index) => {
		const said = nestedString(one, 'message') ?? nestedString(one, 'expression') ?? '';
		return said !== '' && message.includes(said.trim()) ? [expressions[index] ?? ''] : [];
	});
	return exact.length > 0 ? exact : expressions;
};

/** The field that the expression of a ValidatingAdmissionPolicy reads; the name of the object where it reads none. */
export const policyAdvisers: readonly Adviser[] = [
	[
		/ValidatingAdmissionPolicy '([^']+)' with binding '[^']+' denied request: ([\s\S]+)$/,
		({input, 1: policy = '', 2: message = ''}, refused) => {
			const ofPod = /(?:^|: )pods "/.test(input);
			const {object} = refused;
			const template = ['Pod', undefined].includes(nestedString(object, 'kind'))
				? undefined
				: (nestedField(object, 'spec', 'jobTemplate', 'spec', 'template') ?? nestedField(object, 'spec', 'template'));
			const read = expressionsOf(policy, message, refused).flatMap((expression) =>
				fieldsRead(expression, ofPod ? (template ?? object) : object),
			);
			// The deepest field says the most.
			const [field = ['metadata', 'name']] = read.toSorted((one, other) => other.length - one.length);
			return {field, ...(ofPod && read.length > 0 ? {ofPod} : {}), advice: []};
		},
	],
];
