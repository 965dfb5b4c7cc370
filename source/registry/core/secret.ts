import {defaultsOf} from '../defaults/type-defaults.js';
import {keyPairWarnings} from './key-pair.js';
import {describeKind} from '../kind.js';
import {invalid, required, tooLong} from '../../objects/field-error.js';
import type {Secret} from '../../objects/kubernetes.generated.js';
import {configMapKeyErrors} from '../../objects/names.js';
import {JSONSyntaxError, readJSON} from '../../go/json.js';
import {checkImmutable, refuseEach, type Errors} from '../validation/checks.js';
import {checkMetadata, checkMetadataUpdate, nameRules} from '../validation/metadata.js';
import {checkFrozen, decodedBytes, maximumBytes, size, type Data} from './data.js';
import {ageColumn, nameColumn} from '../table/columns.js';

/** @mirrors k8s.io/kubernetes/pkg/apis/core/validation ValidateSecret */
export const checkSecret = (errors: Errors, secret: Secret): void => {
	checkMetadata(errors, secret.metadata, true, nameRules.subdomain);
	let size = 0;
	for (const key in secret.data) {
		refuseEach(errors, `data[${key}]`, key, configMapKeyErrors(key));
		size += decodedBytes(secret.data[key] ?? '');
	}

	if (size > maximumBytes) {
		errors.push(tooLong('data', '', maximumBytes));
	}

	checkContents(errors, secret);
};

const accountName = 'kubernetes.io/service-account.name';

const checkContents = (errors: Errors, {type, metadata, data}: Secret): void => {
	const has = (key: string): boolean => data !== undefined && Object.hasOwn(data, key);
	const need = (...keys: readonly string[]): void => {
		for (const key of keys) {
			if (!has(key)) {
				errors.push(required(`data[${key}]`));
			}
		}
	};

	switch (type) {
		case 'kubernetes.io/service-account-token': {
			if (!metadata.annotations?.[accountName]) {
				errors.push(required(`metadata.annotations[${accountName}]`));
			}

			break;
		}

		case 'kubernetes.io/dockercfg': {
			checkJSON(errors, '.dockercfg', data);
			break;
		}

		case 'kubernetes.io/dockerconfigjson': {
			checkJSON(errors, '.dockerconfigjson', data);
			break;
		}

		case 'kubernetes.io/basic-auth': {
			if (!has('username') && !has('password')) {
				need('username', 'password');
			}

			break;
		}

		case 'kubernetes.io/ssh-auth': {
			if (!data?.['ssh-privatekey']) {
				errors.push(required('data[ssh-privatekey]'));
			}

			break;
		}

		case 'kubernetes.io/tls': {
			need('tls.crt', 'tls.key');
			break;
		}

		default:
	}
};

const checkJSON = (errors: Errors, key: string, data: Data): void => {
	const encoded = data?.[key];
	if (encoded === undefined) {
		errors.push(required(`data[${key}]`));
		return;
	}

	const error = jsonError(Buffer.from(encoded, 'base64').toString());
	if (error) {
		errors.push(invalid(`data[${key}]`, '<secret contents redacted>', error));
	}
};

/** Why Go cannot read a text as a JSON object. */
const jsonError = (text: string): string | undefined => {
	try {
		const {value} = readJSON(text);
		if (typeof value === 'object' && !Array.isArray(value)) {
			return undefined;
		}

		const scalar = typeof value === 'boolean' ? 'bool' : typeof value;
		const type = Array.isArray(value) ? 'array' : scalar;
		return `json: cannot unmarshal ${type} into Go value of type map[string]interface {}`;
	} catch (error) {
		if (error instanceof JSONSyntaxError) {
			return error.message;
		}

		throw error;
	}
};

export const checkSecretUpdate = (errors: Errors, secret: Secret, old: Secret): void => {
	checkMetadataUpdate(errors, secret.metadata, old.metadata);
	checkImmutable(errors, 'type', secret.type, old.type);
	checkFrozen(errors, secret, old, ['data']);
	checkSecret(errors, secret);
};

/** The keys are from the object; the decoder handles values that are not text. */
const encoded = (data: Readonly<Record<string, unknown>>): Record<string, string> =>
	Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(String(value)).toString('base64')]));

/** @see https://kubernetes.io/docs/concepts/configuration/secret/ */
export const secret = describeKind('v1 Secret', {
	validate: {create: checkSecret, update: checkSecretUpdate},
	warnings: keyPairWarnings,
	table: {
		columns: [
			nameColumn,
			{name: 'Type', cell: ({type}) => type ?? ''},
			{name: 'Data', cell: ({data}) => size(data)},
			ageColumn,
		],
	},
	fields: {type: ({type}) => type},
	quota: {byPlural: true},
	defaults: [
		defaultsOf('core.v1.Secret', (draft) => {
			draft.type ||= 'Opaque';
			// `stringData` is for writing only: its values are kept in `data`.
			if (draft.stringData) {
				draft.data = {...draft.data, ...encoded(draft.stringData)};
				delete draft.stringData;
			}
		}),
	],
});
