import {Cluster} from '../../library/library.js';
import {Mistake, Mistakes} from '../../scenario/mistake.js';
import {CommandFailure} from '../../kubectl/failure.js';
import {runInContainer} from '../shell-world.js';
import type {Complaint, Door} from './door.js';
import {manifests} from './manifests.js';

const mostOutput = 64 * 1024 * 1024;

const runScript = (script: string): Complaint => {
	for (const words of [
		['sh', '-c', script],
		['bash', '-c', script],
	]) {
		const {output, errors} = runInContainer(words, {untilMs: 20_000});
		if (output.length + errors.length > mostOutput) {
			return `prints ${output.length + errors.length} characters`;
		}
	}

	return undefined;
};

const limitMs = 300_000;

/** Applies manifests to a cluster and lets time pass. A refusal by kubectl is expected; the run itself continues. */
const runWorld = (text: string): Complaint => {
	try {
		const cluster = Cluster.create({scenario: {nodes: [{name: 'node-a'}, {name: 'node-b'}]}});
		const {stderr} = cluster.apply(text);
		cluster.rest({withinMs: limitMs});
		return /\n {4}at /.test(stderr) ? stderr : undefined;
	} catch (error) {
		if (error instanceof Mistake || error instanceof Mistakes || error instanceof CommandFailure) {
			return undefined;
		}

		throw error;
	}
};

/** Doors for long runs: scripts in containers, and whole worlds. */
export const runs: Readonly<Record<string, Door>> = {
	script: {
		about: 'shell scripts of containers, for dash and bash',
		usual: 10_000,
		mostMs: 10_000,
		corpus: [
			'while true; do echo tick; sleep ${INTERVAL:-5}; done',
			'set -e; for i in $(seq 1 3); do echo "$i: $((i * 2))"; done | sort -r | head -2 > /tmp/x && cat /tmp/x',
			'trap "echo bye; exit 3" TERM; sleep 5 & wait $!; echo $?',
			'f() { local x=$1; case $x in a*) return 1;; [0-9]) echo d;; *) echo other;; esac; }; f a || f 5',
			'cat <<EOF | sed -e "s/a/b/g" -e 2d | awk \'{print $1, NR; s += $2} END {print s}\'\na 1\nb 2\nEOF',
			'x=abc; echo ${x#a} ${x%%c} ${#x} ${x:1:1} ${y:=z} ${x/b/Q}',
			'if [[ $HOSTNAME =~ ^w(e)b$ && -n "$PATH" ]]; then echo ${BASH_REMATCH[1]}; fi; arr=(1 2 3); echo ${arr[@]:1}',
			'i=0; until [ $i -ge 3 ]; do i=$((i+1)); test -f /nope && break; done; printf "%05d|%s\\n" $i "a b"',
			'echo a b c | xargs -n1 echo; echo $(date +%s) | tr -d "\\n" | wc -c; ls -la / | grep -c etc',
			'exec 3>/tmp/f; echo hi >&3; read -r line < /tmp/f; echo "$line"; kill -TERM $$',
			'(cd /tmp; mkdir -p a/b; touch a/b/c; find . -name "c*"; cp -r a d; rm -rf a; ls d/b)',
			'timeout 2 sh -c "while :; do :; done"; echo $?',
			'sleep 0.0001; usleep 10; while sleep 0.3333; do read -t 0.5 x; done & timeout 0.7 dd if=/dev/zero of=/f bs=1 count=9; wait -n',
			'mkdir -p a/b; echo x > a/b/c; tar czf a.tgz a; tar xzf a.tgz -C /tmp --strip-components=1; tar cf - a | tar tvf -; gzip a/b/c; zcat a/b/c.gz',
			'tail -n +1 -F /f | sed -u "1~2s/a/b/;$!N" | awk \'BEGIN{RS=";"} {printf "%.1f\\n", $1; fflush()}\' & yes | sed 2q | tr a-z A-Z',
			'umask 077; printf -v v "%(%Y)T" 0; true | false; echo ${PIPESTATUS[@]} $FUNCNAME; [[ -v arr[1] ]]; sort -o /f /f; paste -d, /f /f; envsubst < /f',
			'select x in a b; do echo $x; done; coproc cat; diff <(echo a) <(echo b) || cat -A /proc/1/cmdline /proc/uptime; seq 3 -1 1 | paste -sd+ | bc',
			'yes | head -3; seq 5 | while read n; do echo $n; done; echo {a,b}{1..3}',
		],
		words: [
			'"',
			"'",
			'`',
			'$(',
			')',
			'${',
			'}',
			'$((',
			'))',
			'|',
			'||',
			'&&',
			'&',
			';',
			';;',
			'\n',
			'<<EOF\n',
			'\nEOF\n',
			'>',
			'<',
			'2>&1',
			'while :; do ',
			'done',
			'if ',
			'then ',
			'fi',
			'case x in ',
			'esac',
			'for i in 1 2; do ',
			'(',
			'{ ',
			'*',
			'?',
			'[',
			'!',
			'\\',
			'$@',
			'$#',
			'f() { f; }; f',
			'sleep 0;',
			'yes',
			'x=$x$x;',
			'awk "{while(1);}"',
			'seq 1 99999999',
			'eval ',
			'sed "s/.*/&&/;:a;ta"',
			'{1..9999999}',
			'printf "%999999999d"',
			'$((1/0))',
		],
		open: () => runScript,
	},
	world: {
		about: 'manifests that run in a cluster of two nodes',
		usual: 1000,
		mostMs: 30_000,
		corpus: manifests,
		words: [
			'replicas: 3',
			'\n',
			'  ',
			'restartPolicy: Never',
			'command: [sh, -c, "exit 1"]',
			'nodeName: node-a',
			'cpu: 99',
			'priorityClassName: system-node-critical',
			'terminationGracePeriodSeconds: 0',
			'minReadySeconds: 5',
			'schedule: "* * * * *"',
			'image: nope',
			'hostNetwork: true',
			'activeDeadlineSeconds: 1',
			'backoffLimit: 0',
			'ttlSecondsAfterFinished: 0',
		],
		open: () => runWorld,
	},
};
