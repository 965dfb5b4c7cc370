import type {Fields} from '../../kernel/record.js';
import type {DeleteOptions} from '../../objects/kubernetes.generated.js';
import {invalid, invalidStatus, notSupported, type FieldError} from '../../objects/field-error.js';
import {decodeOptions} from '../encoding/decode.js';
import type {ResourceExchange} from '../request/exchange.js';
import {RequestFailure} from '../request/failure.js';
import {parseInteger} from '../request/list-options.js';
import {isTrue} from '../request/request-info.js';

const target = {group: '', version: 'v1', kind: 'DeleteOptions', isOption: true};

const policies = ['Foreground', 'Background', 'Orphan'];

/**
The options of a deletion, from its body or else its query.

@throws RequestFailure 400 or 422
@mirrors k8s.io/apimachinery/pkg/apis/meta/v1/validation ValidateDeleteOptions
*/
export const deleteOptions = (exchange: ResourceExchange): Partial<DeleteOptions> => {
	const {text, bytes, body} = exchange.request;
	const isParsed = bytes ? bytes.length > 0 : body !== undefined;
	if (!text && !isParsed) {
		return checkedOptions(queried(exchange));
	}

	const decoded = decodeOptions(exchange, target);
	return checkedOptions(isOptions(decoded) ? decoded : {});
};

/** Decoded options have fields of the right types. */
const isOptions = (decoded: Fields): decoded is Fields & Partial<DeleteOptions> => decoded['kind'] === target.kind;

/** @throws RequestFailure 422 */
export const checkedOptions = (options: Partial<DeleteOptions>): Partial<DeleteOptions> => {
	const errors = optionErrors(options);
	if (errors.length > 0) {
		throw new RequestFailure(invalidStatus('meta.k8s.io', 'DeleteOptions', '', errors));
	}

	// A negative time counts as one second.
	return (options.gracePeriodSeconds ?? 0) < 0 ? {...options, gracePeriodSeconds: 1} : options;
};

const queried = ({request: {query, repeated}}: ResourceExchange): Partial<DeleteOptions> => {
	const {gracePeriodSeconds, propagationPolicy, orphanDependents, dryRun} = query;
	return {
		...(gracePeriodSeconds === undefined ? {} : {gracePeriodSeconds: parseInteger(gracePeriodSeconds)}),
		...(propagationPolicy === undefined ? {} : {propagationPolicy}),
		...(orphanDependents === undefined ? {} : {orphanDependents: isTrue(orphanDependents)}),
		...(dryRun === undefined ? {} : {dryRun: repeated?.['dryRun'] ?? [dryRun]}),
	};
};

const optionErrors = ({dryRun, propagationPolicy, orphanDependents}: Partial<DeleteOptions>): FieldError[] => {
	const errors: FieldError[] = [];
	if (orphanDependents !== undefined && propagationPolicy !== undefined) {
		errors.push(
			invalid('propagationPolicy', propagationPolicy, 'orphanDependents and deletionPropagation cannot be both set'),
		);
	}

	if (propagationPolicy !== undefined && !policies.includes(propagationPolicy)) {
		errors.push(notSupported('propagationPolicy', propagationPolicy, [...policies, 'nil']));
	}

	if (dryRun?.some((item) => item !== 'All')) {
		errors.push(notSupported('dryRun', dryRun, ['All']));
	}

	return errors;
};
