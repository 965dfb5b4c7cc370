import {ping, nc, ncat, httpd} from './connections.js';
import {curl} from './curl.js';
import {dig, getent, nslookup} from './lookups.js';
import type {NetworkProgram} from './place.js';
import {wget} from './wget.js';

/** Programs that use the network. */
export const networkPrograms: ReadonlyMap<string, NetworkProgram> = new Map([
	['wget', wget],
	['curl', curl],
	['nslookup', nslookup],
	['dig', dig],
	['host', nslookup],
	['getent', getent],
	['ping', ping],
	['nc', nc],
	['netcat', nc],
	['ncat', ncat],
	['telnet', nc],
	['httpd', httpd],
]);
