import {parseBody} from '../apiserver/encoding/body.js';
import type {OutsideRequest} from '../client/outside.js';

/** The object in the body of a client's request, in any encoding; `undefined` for an unreadable body. @param kind of `v1`, for a body that names none */
export const valueOfBody = (request: OutsideRequest, kind: string): unknown => {
	const bytes = Buffer.from(request.bytes ?? request.text ?? '', request.bytes === undefined ? 'utf8' : 'base64');
	try {
		return parseBody({request: {...request, bytes}}, {group: '', version: 'v1', kind}).value;
	} catch {
		return undefined;
	}
};
