import type {Exchange, ResourceExchange} from '../request/exchange.js';
import {failure, RequestFailure} from '../request/failure.js';
import {protobufType, protobufWatchType} from './protobuf-bytes.js';
import {memoised} from '../../kernel/memoised.js';

/** The form of an answer. */
export type Output = {readonly format: 'json' | 'protobuf' | 'yaml'} & (
	| {readonly shape?: undefined}
	| {
			readonly shape: 'Table';
			/** Version of `meta.k8s.io`. */
			readonly version: string;
	  }
	| {readonly shape: 'PartialObjectMetadata'; readonly version: string; readonly list: boolean}
);

const formats: Readonly<Record<string, Output['format']>> = {
	'application/json': 'json',
	'application/yaml': 'yaml',
	[protobufType]: 'protobuf',
};

/** Media types that bodies can have, both ways. */
export const mediaTypes = Object.keys(formats);

const streams = ['application/json;stream=watch', protobufWatchType];

interface Clause {
	readonly type: string;
	readonly quality: number;
	readonly parameters: Readonly<Record<string, string>>;
}

const clauseOf = (text: string): Clause => {
	const [type = '', ...rest] = text.split(';').map((part) => part.trim());
	const parameters: Record<string, string> = Object.create(null) as Record<string, string>;
	for (const part of rest) {
		const equals = part.indexOf('=');
		if (equals > 0) {
			parameters[part.slice(0, equals).trim()] = part.slice(equals + 1).trim();
		}
	}

	const {q, ...others} = parameters;
	const quality = Number(q ?? 1);
	return {type, quality: Number.isNaN(quality) ? 1 : quality, parameters: others};
};

const width = ({type}: Clause): number => {
	if (type === '*/*') {
		return 2;
	}

	if (type.endsWith('/*')) {
		return 1;
	}

	return 0;
};

/** The media types that a client accepts, in its order of preference. */
const clausesOf = (accept: string): readonly Clause[] =>
	accept
		.split(',')
		.map((text) => clauseOf(text))
		.sort((a, b) => b.quality - a.quality || width(a) - width(b));

const convertible = new Set(['Table', 'PartialObjectMetadata', 'PartialObjectMetadataList']);

/** The output that a clause requests in a format; `undefined` for an unknown output. */
const outputOf = ({parameters}: Clause, format: Output['format']): Output | undefined => {
	const {as, g, v, stream, sv} = parameters;
	if ((stream !== undefined && stream !== '' && (stream !== 'watch' || format === 'yaml')) || (sv && sv !== 'v1')) {
		return undefined;
	}

	if (as === undefined && g === undefined && v === undefined) {
		return {format};
	}

	if (g !== 'meta.k8s.io' || (v !== 'v1' && v !== 'v1beta1') || !convertible.has(as ?? '')) {
		return undefined;
	}

	if (as !== 'Table') {
		return {format, shape: 'PartialObjectMetadata', version: v, list: as !== 'PartialObjectMetadata'};
	}

	return format === 'protobuf' ? undefined : {format, shape: 'Table', version: v};
};

/**
Whether a client of `/api` or `/apis` gets all groups in one document: it accepts `apidiscovery.k8s.io/v2` before plain JSON. A client of v1.26 to
v1.29 asks for `v2beta1`, which v1.36 no longer knows, and gets the plain documents.

@mirrors k8s.io/apiserver pkg/endpoints/discovery/aggregated IsAggregatedDiscoveryGVK
*/
export const acceptsAggregated = memoised((accept: string): boolean => {
	const clause = clausesOf(accept).find(
		({type, parameters}) =>
			type in formats && (isAggregated(parameters) ? type === 'application/json' : parameters['as'] === undefined),
	);
	return clause !== undefined && isAggregated(clause.parameters);
}, 1000);

const isAggregated = ({as, g, v}: Clause['parameters']): boolean =>
	as === 'APIGroupDiscoveryList' && g === 'apidiscovery.k8s.io' && v === 'v2';

const plain: Output = {format: 'json'};

const negotiate = memoised((accept: string): Output | 'no media type' | 'no conversion' => {
	const clauses = clausesOf(accept);
	// The router asks first, and knows only whole types.
	if (!clauses.some(({type}) => type === '*/*' || type in formats)) {
		return 'no media type';
	}

	for (const clause of clauses) {
		for (const [type, format] of Object.entries(formats)) {
			const matches = clause.type === '*/*' || clause.type === 'application/*' || clause.type === type;
			const output = matches ? outputOf(clause, format) : undefined;
			if (output) {
				return output;
			}
		}
	}

	return 'no conversion';
}, 1000);

/** The output that a request asks for; plain JSON if it accepts no available format, as errors are. */
export const outputFor = (exchange: Exchange): Output => {
	const accept = exchange.request.headers['accept'];
	if (accept === undefined || accept === '' || accept === 'application/json') {
		return plain;
	}

	const output = negotiate(accept);
	return typeof output === 'string' ? plain : output;
};

/**
Refuses a request that accepts no available form of the answer.

@throws RequestFailure 406
@mirrors k8s.io/apiserver/pkg/endpoints/handlers/negotiation NegotiateOutputMediaType
*/
export const checkAcceptable = (exchange: ResourceExchange): void => {
	const {accept} = exchange.request.headers;
	if (accept === undefined || accept === '' || outputFor(exchange) !== plain) {
		return;
	}

	const verdict = negotiate(accept);
	const {verb} = exchange.info;
	// Custom resources have no router that would ask first.
	if (verdict === 'no media type' && !exchange.resource.custom) {
		const available = verb === 'list' || verb === 'watch' ? [...mediaTypes, ...streams] : mediaTypes;
		throw new RequestFailure(
			failure(406, 'NotAcceptable', `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`, {}),
		);
	}

	if (typeof verdict === 'string') {
		throw new RequestFailure(
			failure(406, 'NotAcceptable', `only the following media types are accepted: ${mediaTypes.join(', ')}`),
		);
	}
};
