import type {Routine} from '../../kernel/routine.js';
import type {Unstructured, Value} from '../unstructured.js';
import {policyRows} from './auth.js';
import type {Surroundings} from './describe.js';
import {annotationLines, eventLines, headLines, pairLines} from './describe-text.js';

const role = (object: Unstructured): string => {
	const {metadata, rules} = object;
	const rows = policyRows(rules ?? []);
	return [
		`Name:\t${metadata?.name}\n`,
		pairLines('Labels', metadata?.labels),
		annotationLines(metadata?.annotations),
		'PolicyRule:\n  Resources\tNon-Resource URLs\tResource Names\tVerbs\n  ---------\t-----------------\t--------------\t-----\n',
		...rows.map((row) => `  ${row.join('\t')}\n`),
	].join('');
};

const binding = ({metadata, roleRef, subjects}: Unstructured): string =>
	[
		`Name:\t${metadata?.name}\n`,
		pairLines('Labels', metadata?.labels),
		annotationLines(metadata?.annotations),
		`Role:\n  Kind:\t${roleRef.kind}\n  Name:\t${roleRef.name}\nSubjects:\n  Kind\tName\tNamespace\n  ----\t----\t---------\n`,
		...(subjects ?? []).map((subject: Value) => `  ${subject.kind}\t${subject.name}\t${subject.namespace ?? ''}\n`),
	].join('');

function* serviceAccount(object: Unstructured, {list, events, nowMs}: Surroundings): Routine<string> {
	const pulls: readonly string[] = (object.imagePullSecrets ?? []).map(({name}: Value) => name as string);
	const secrets: readonly string[] = (object.secrets ?? []).map(({name}: Value) => name as string);
	const tokens = (yield* list('secrets', object.metadata?.namespace, {
		fieldSelector: 'type=kubernetes.io/service-account-token',
	}))
		.filter((secret) => secret.metadata?.annotations?.['kubernetes.io/service-account.name'] === object.metadata?.name)
		.map((secret) => secret.metadata?.name ?? '');
	const lines = (title: string, names: readonly string[]): string =>
		names.map((name, index) => `${index === 0 ? `${title}:` : ' '}\t${name}\n`).join('');
	return [
		headLines(object),
		pulls.length === 0 ? 'Image pull secrets:\t<none>\n' : lines('Image pull secrets', pulls),
		lines('Mountable secrets', secrets),
		lines('Tokens', tokens),
		eventLines(yield* events(), nowMs),
	].join('');
}

/** Roles, bindings and service accounts. */
export function* describeAccess(object: Unstructured, around: Surroundings): Routine<string | undefined> {
	switch (object.kind) {
		case 'Role':
		case 'ClusterRole': {
			return role(object);
		}

		case 'RoleBinding':
		case 'ClusterRoleBinding': {
			return binding(object);
		}

		case 'ServiceAccount': {
			return yield* serviceAccount(object, around);
		}

		default: {
			return undefined;
		}
	}
}
