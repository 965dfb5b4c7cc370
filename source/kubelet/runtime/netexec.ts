import type {Answer} from './images/catalogue.js';

/**
What `agnhost netexec` answers to a request whose query or sender decides.

@param clientIP who asks.
@returns `undefined` for all other paths.
@see https://github.com/kubernetes/kubernetes/tree/master/test/images/agnhost#netexec
*/
export const netexecAnswer = (target: string, clientIP: string): Answer | undefined => {
	const {pathname, searchParams} = new URL(target, 'http://localhost');
	switch (pathname) {
		case '/echo': {
			const code = Number(searchParams.get('code') ?? 200);
			return {status: code >= 100 && code < 600 ? code : 200, body: searchParams.get('msg') ?? ''};
		}

		case '/clientip': {
			return {status: 200, body: `${clientIP}:40000`};
		}

		case '/redirect': {
			const code = Number(searchParams.get('code') ?? 302);
			return {status: code >= 300 && code < 400 ? code : 302, to: searchParams.get('location') ?? ''};
		}

		default: {
			return undefined;
		}
	}
};
