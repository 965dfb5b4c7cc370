import type {Response} from '../../client/request.js';
import {printYaml} from '../../go/yaml/print.js';
import {isRecord} from '../../kernel/record.js';
import type {Exchange} from '../request/exchange.js';
import {failure} from '../request/failure.js';
import {unmarshalable} from './body.js';
import {outputFor} from './media-type.js';
import {wireForm} from './negotiate.js';
import {hasMessage, protobufType, protobufWatchType} from './protobuf-bytes.js';

/** The answer in the format that the client asks for: JSON stays an object, as protobuf does until its bytes are sent; YAML becomes text. */
export const inFormat = (exchange: Exchange, response: Response): Response => {
	const {format} = outputFor(exchange);
	if (format === 'json' || !response.headers['content-type']?.startsWith('application/json')) {
		return response;
	}

	return format === 'protobuf' ? inProtobuf(response) : inYAML(response);
};

const withType = (response: Response, type: string): Response => ({
	...response,
	headers: {...response.headers, 'content-type': type},
});

const inYAML = (response: Response): Response =>
	typeof response.body === 'object'
		? {...withType(response, 'application/yaml'), body: printYaml(wireForm(response.body))}
		: response;

/** A custom resource has no protobuf message. The refusal comes after the request has run: its changes stay. @mirrors k8s.io/apimachinery/pkg/runtime/serializer/protobuf errNotMarshalable */
const inProtobuf = (response: Response): Response => {
	const {body} = response;
	if (body === undefined) {
		return withType(response, protobufWatchType);
	}

	const known = hasMessage(body);
	if (known === undefined) {
		return response;
	}

	if (known) {
		return withType(response, protobufType);
	}

	const type = `*unstructured.Unstructured${isRecord(body) && Array.isArray(body['items']) ? 'List' : ''}`;
	const message = unmarshalable(type);
	return {...withType(response, protobufType), status: 406, body: failure(406, 'NotAcceptable', message)};
};
