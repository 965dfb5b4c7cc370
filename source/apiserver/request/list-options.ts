import {forbidden, invalidStatus, notSupported, type FieldError} from '../../objects/field-error.js';
import type {ResourceExchange} from './exchange.js';
import {badRequest, RequestFailure} from './failure.js';
import {isTrue} from './request-info.js';

/** The query of a list or watch, read and checked. */
export interface ListOptions {
	readonly limit: number;
	readonly continueToken: string;
	readonly resourceVersion: string;
	readonly match: string;
	readonly bookmarks: boolean;
	readonly sendInitialEvents?: boolean;
	readonly timeoutSeconds: number;
}

/** A whole number as Go reads it. @throws RequestFailure 400 */
export const parseInteger = (text: string): number => {
	const value = /^[+-]?\d+$/.test(text) ? BigInt(text.replace('+', '')) : undefined;
	if (value === undefined || value >= 1n << 63n || value < -(1n << 63n)) {
		const why = value === undefined ? 'invalid syntax' : 'value out of range';
		throw new RequestFailure(badRequest(`strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`));
	}

	return Number(value);
};

const notOlderThan = 'NotOlderThan';
const exact = 'Exact';

const listErrors = ({resourceVersion, match, continueToken, sendInitialEvents}: ListOptions): FieldError[] => {
	const errors: FieldError[] = [];
	if (match !== '') {
		if (resourceVersion === '') {
			errors.push(
				forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden unless resourceVersion is provided'),
			);
		}

		if (continueToken !== '') {
			errors.push(forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided'));
		}

		if (match !== exact && match !== notOlderThan) {
			errors.push(notSupported('resourceVersionMatch', match, [exact, notOlderThan, '']));
		}

		if (match === exact && resourceVersion === '0') {
			errors.push(
				forbidden('resourceVersionMatch', 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'),
			);
		}
	}

	if (sendInitialEvents !== undefined) {
		errors.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
	}

	return errors;
};

const watchErrors = ({match, continueToken, sendInitialEvents}: ListOptions): FieldError[] => {
	const errors: FieldError[] = [];
	if (sendInitialEvents !== undefined && match !== notOlderThan) {
		errors.push(
			forbidden('resourceVersionMatch', `sendInitialEvents requires setting resourceVersionMatch to ${notOlderThan}`),
		);
	}

	if (match !== '') {
		if (sendInitialEvents === undefined) {
			errors.push(
				forbidden(
					'resourceVersionMatch',
					'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided',
				),
			);
		}

		if (match !== notOlderThan) {
			errors.push(notSupported('resourceVersionMatch', match, [notOlderThan]));
		}

		if (continueToken !== '') {
			errors.push(forbidden('resourceVersionMatch', 'resourceVersionMatch is forbidden when continue is provided'));
		}
	}

	return errors;
};

/**
Reads and checks the options of a list or watch.

@throws RequestFailure 400 or 422
@mirrors k8s.io/apimachinery/pkg/apis/meta/internalversion/validation ValidateListOptions
*/
export const listOptionsOf = ({request, info}: ResourceExchange): ListOptions => {
	const {query} = request;
	const isWatch = info.verb === 'watch';
	const resourceVersion = query['resourceVersion'] ?? '';
	const given = query['sendInitialEvents'];
	const options: ListOptions = {
		limit: parseInteger(query['limit'] || '0'),
		timeoutSeconds: parseInteger(query['timeoutSeconds'] || '0'),
		continueToken: query['continue'] ?? '',
		resourceVersion,
		match: query['resourceVersionMatch'] ?? '',
		bookmarks: isTrue(query['allowWatchBookmarks']),
		...(given === undefined ? {} : {sendInitialEvents: isTrue(given)}),
	};
	const errors = isWatch ? watchErrors(options) : listErrors(options);
	if (errors.length > 0) {
		throw new RequestFailure(invalidStatus('meta.k8s.io', 'ListOptions', '', errors));
	}

	// A watch without a revision, or from 0, first gets the existing objects.
	return isWatch && given === undefined && (resourceVersion === '' || resourceVersion === '0')
		? {...options, sendInitialEvents: true}
		: options;
};
