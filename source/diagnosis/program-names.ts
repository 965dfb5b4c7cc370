import {closest} from '../scenario/mistake.js';

/** Programs that containers, probes and scripts name most. */
const names = `
	awk basename bash cat chmod chown cp curl cut date dd df dirname du echo env exit export expr false find grep gzip head hostname id
	java kill kubectl ln ls mkdir mktemp mongo mongosh mv mysql mysqladmin nc nginx node npm nslookup openssl pg_isready ping printf ps
	psql pwd python python3 rabbitmq-diagnostics redis-cli redis-server rm sed seq set sh sleep sort source stat sync tail tar tee test
	time timeout touch tr trap true uname uniq until wait wc wget which while whoami xargs
`
	.trim()
	.split(/\s+/);

/** The program behind a misspelt name, with its folder: `/bin/sh` for `/bin/shs`. */
export const programLike = (word: string): string | undefined => {
	const folder = word.slice(0, word.lastIndexOf('/') + 1);
	const own = word.slice(folder.length);
	const near = names.includes(own) || own.length < 2 ? undefined : closest(own, names);
	return near === undefined ? undefined : folder + near;
};
