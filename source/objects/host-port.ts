/** An address with a port, as the address of a connection: `10.244.1.2:80`, `[fd00::2]:80`. @mirrors net.JoinHostPort */
export const joinHostPort = (host: string, port: number | string): string =>
	host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** The parts of `ip:port`; an address without a port has 0. */
export const splitHostPort = (text: string): {readonly ip: string; readonly port: number} => {
	const [, six, four = '', port = '0'] = /^(?:\[(.*)\]|([^:]*))(?::(\d+))?$/.exec(text) ?? [];
	return {ip: six ?? four, port: Number(port)};
};
