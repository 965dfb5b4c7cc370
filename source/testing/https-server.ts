import {once} from 'node:events';
import type {RequestListener} from 'node:http';
import {createServer, type Server, type ServerOptions} from 'node:https';
import type {ExecutionContext} from 'ava';
import {CertificateAuthority} from '../serve/certificates.js';

/** A server on this machine and outside the simulation: a webhook, an extension apiserver. */
export interface OutsideServer {
	readonly server: Server;
	readonly port: number;
	/** The authority of its certificate: PEM in Base64, as a `caBundle` has it. */
	readonly caBundle: string;
	/** Its own certificate, in the same form. */
	readonly leaf: string;
}

/**
 * Serves over HTTPS until the test ends.
 * @param name the host that its certificate is for
 * @param options further requirements on a connection, such as a certificate of the client
 */
export const httpsServer = async (
	t: ExecutionContext,
	respond: RequestListener,
	{name = 'localhost', ...options}: ServerOptions & {readonly name?: string} = {},
): Promise<OutsideServer> => {
	const authority = new CertificateAuthority();
	const {certificate: cert, key} = authority.server([name]);
	const server = createServer({...options, cert, key}, respond);
	t.teardown(() => {
		server.closeAllConnections();
		server.close();
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	return {
		server,
		port: typeof address === 'object' ? (address?.port ?? 0) : 0,
		caBundle: Buffer.from(authority.certificate).toString('base64'),
		leaf: Buffer.from(cert).toString('base64'),
	};
};
