import test from 'ava';
import {runInContainer, type ShellWorldOptions} from '../../../testing/shell-world.js';
import type {Dialect} from './syntax/tree.js';

const run = (script: string, dialect: Dialect = 'ash', options: ShellWorldOptions = {}) =>
	runInContainer([dialect === 'bash' ? 'bash' : 'sh', '-c', script], {
		environment: {NAME: 'ann', HOME: '/root'},
		...options,
		dialect: dialect === 'bash' ? 'dash' : dialect,
	});

test('what every shell does', (t) => {
	for (const [script, output, status = 0] of [
		['echo a; echo b', 'a\nb\n'],
		['false && echo no || echo yes', 'yes\n'],
		['exit 42', '', 42],
		['test -d /proc/1 && [ -e /proc/$$ ] && ! [ -d /proc/999 ] && echo there', 'there\n'],
		['i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; echo $i', '3\n'],
		['x="a b  c"; echo $x "$x"; set -- $x; echo $# $3', 'a b c a b  c\n3 c\n'],
		['echo "${x:-d}" ${NAME:+yes} ${#NAME} ${y:=q} $y', 'd yes 3 q q\n'],
		['p=/a/b.tar.gz; echo ${p##*/} ${p#*/} ${p%.*} ${p%%.*}', 'b.tar.gz a/b.tar.gz /a/b.tar /a/b\n'],
		['echo $(echo hi) `echo ho` "$(echo "a  b")"', 'hi ho a  b\n'],
		['a=3; echo $((a+1)) $((7%3)) $((a==3 ? 10 : 20)) $(( (1+2)*3 )) $((017))', '4 1 10 9 15\n'],
		['case abc in a*) echo A;; *) echo no;; esac; case x in y|x) echo yx;; esac', 'A\nyx\n'],
		['f() { local x=1; echo $x $1 $#; return 3; }; x=2; f a b; echo $? $x', '1 a 2\n3 2\n'],
		["cat <<EOF\n$NAME $((1+1)) \\$x\nEOF\ncat <<'E'\n$NAME\nE", 'ann 2 $x\n$NAME\n'],
		['{ echo a; echo b; } | while read x; do echo "[$x]"; done', '[a]\n[b]\n'],
		['(exit 3); echo $?; (x=1); echo "[$x]"', '3\n[]\n'],
		['set -e; if false; then :; fi; false || true; echo yes; false; echo no', 'yes\n', 1],
		["trap 'echo bye' EXIT; exit 3", 'bye\n', 3],
		['(exit 4) & wait $!; echo $?', '4\n'],
		["eval 'x=1; echo $x'; echo 'echo sourced' > /s; . /s", '1\nsourced\n'],
		['echo "1 2 3" | { read a b; echo "$b|$a"; }', '2 3|1\n'],
		['IFS=:; x=a:b::c; for i in $x; do echo "<$i>"; done', '<a>\n<b>\n<>\n<c>\n'],
		[
			'for i in 1 2 3; do for j in 1 2; do [ $j = 2 ] && continue 2; [ $i = 3 ] && break 2; echo $i$j; done; done',
			'11\n21\n',
		],
		['set -- -a -b v r; while getopts ab: o; do echo "$o$OPTARG"; done; shift $((OPTIND-1)); echo $1', 'a\nbv\nr\n'],
		['cd /tmp; touch a1 a2 b1; echo a* [ab]1 *.no "a*"', 'a1 a2 a1 b1 *.no a*\n'],
		['exec 3>/f; echo hi >&3; exec 3>&-; cat /f; ls /nope 2>/dev/null; echo $?', 'hi\n1\n'],
		['exec echo replaced; echo no', 'replaced\n'],
		['sleep 5 & kill $!; wait $!; echo $?', '143\n'],
		['yes | head -2; true | false; echo $?', 'y\ny\n1\n'],
		["printf '%s-%d\\n' a 1 b 2; printf '%5s|%-3s|%05d\\n' a b 42", 'a-1\nb-2\n    a|b  |00042\n'],
		['echo a/b | sed s#/#-#; echo b:c | cut -d: -f2; printf "b\\na\\n" | sort | tr ab xy', 'a-b\nc\nx\ny\n'],
		["printf 'one\\ntwo\\n' | grep -n t; printf '1 2\\n3 4\\n' | awk '{s+=$2} END {print s, NR}'", '2:two\n6 2\n'],
		["echo '#!/bin/sh\necho in $1' > /x; chmod +x /x; /x it; echo $0", 'in it\nsh\n'],
		['(return 3); echo $?; for i in 1 2; do (break); echo $i; done; return 4; echo no', '3\n1\n2\n', 4],
		['nothing; echo $?; if nothing 2>/dev/null; then :; fi; /bin/nothing; echo $?', '127\n127\n'],
	] as const) {
		t.like(run(script), {output, status}, script);
	}
});

test('what only bash does', (t) => {
	for (const [script, output] of [
		['a=(1 "2 3"); a+=(4); echo ${#a[@]} "${a[1]}" ${a[-1]} ${!a[@]}', '3 2 3 4 0 1 2\n'],
		['declare -A m=([x]=1); m[z]=3; echo ${m[x]} ${m[z]} ${#m[@]}', '1 3 2\n'],
		['s=hello; echo ${s:1:3} ${s//l/L} ${s: -2} ${s/%o/0} ${s^} ${s^^}', 'ell heLLo lo hell0 Hello HELLO\n'],
		['((x=5)); ((x++)); let y=x+1; echo $x $y $((2**10)); for ((i=0;i<3;i++)); do echo -n $i; done', '6 7 1024\n012'],
		['[[ abc =~ ^a(.)c$ && abc == a* ]] && echo ${BASH_REMATCH[1]}; [[ -z $no || 1 -gt 2 ]] && echo yes', 'b\nyes\n'],
		['echo {1..3} {a,b}{1,2} {01..02} {x}; read a b <<< "x y z"; echo $b', '1 2 3 a1 a2 b1 b2 01 02 {x}\ny z\n'],
		['false | true | (exit 3); echo ${PIPESTATUS[@]} ${#PIPESTATUS[@]}; f() { echo $FUNCNAME; }; f', '1 0 3 3\nf\n'],
		['declare -A m=([a]=1); [[ -v m[a] && ! -v m[b] ]] && echo has; [ -v NAME ] && echo set', 'has\nset\n'],
		['echo s > /pw; f=/pw; echo "$(< "$f")" $(</pw)', 's s\n'],
		['{ echo out; echo err >&2; } 2> >(sed "s/^/E: /" > /e) | cat; sleep 0.1; cat /e', 'out\nE: err\n'],
		['exec > >(tee /log) 2>&1; echo one; sleep 0.1; cat /log', 'one\none\n'],
		['mapfile -t -n 2 a < <(seq 5); echo ${a[@]}', '1 2\n'],
		["printf -v x '%03d' 7; echo $x; printf '%(%Y)T %s\\n' 0 x", '007\n1970 x\n'],
		['set -o pipefail; false | true; echo $?; diff <(echo a) /dev/null; echo a &> /f; cat /f', '1\na\n'],
	] as const) {
		t.is(run(script, 'bash').output, output, script);
	}
});

test('programs answer as those of a real image', (t) => {
	for (const [script, output, status = 0] of [
		['seq 3 -1 1; seq -1 1', '3\n2\n1\n-1\n0\n1\n'],
		["seq 5 | sed -n '1~2p'; yes | sed 2q; yes a:b | cut -d: -f2 | head -1", '1\n3\n5\ny\ny\nb\n'],
		["printf 'a' | sed 's/a/b/;$!d'; echo; printf 'a\\nb' | sed -n '$p'", 'b\nb'],
		['umask 077; touch /f; mkdir /d; stat -c %a /f /d; umask', '600\n700\n0077\n'],
		['printf "1\\n2\\n" > /a; printf "x\\ny\\n" > /b; paste -d, /a /b; paste -sd+ /a', '1,x\n2,y\n1+2\n'],
		[
			"printf 'a;b' | awk 'BEGIN{RS=\";\"}{print NR, $0}'; awk 'BEGIN{printf \"%.1f %.0f %.2f\", 1.25, 2.5, 1.005}'",
			'1 a\n2 b\n1.2 2 1.00',
		],
		['printf "b\\na\\n" > /f; sort -o /f /f; cat /f; sort -c /f; sort /none; echo $?', 'a\nb\n2\n'],
		[
			'echo a > /a; cp /a /b; cmp /a /b; diff -q /a /b; echo b > /b; diff -q /a /b; echo $?',
			'Files /a and /b differ\n1\n',
		],
		["echo 'Hi $NAME ${NO}.' | envsubst; echo '$NAME $HOME' | envsubst '$HOME'", 'Hi ann .\n$NAME /root\n'],
		['printf "a\\tb\\n" | cat -A; kill -l 15; kill -l TERM; echo "echo $#" | sh -s a b', 'a^Ib$\nTERM\n15\n0\n'],
		['cat /proc/self/comm /sys/fs/cgroup/memory.max; date -u -d @0 -Iseconds', 'cat\nmax\n1970-01-01T00:00:00+00:00\n'],
		['mkdir; echo $?; rm -v /none; echo a > /a; rm -v /a', "1\nremoved '/a'\n"],
	] as const) {
		t.like(run(script), {output, status}, script);
	}

	t.is(run('PATH=/nowhere; ls', 'dash').errors, 'sh: 1: ls: not found\n');
	t.deepEqual(run('echo 1 | bc; crond -f').assumed, ['bc', 'crond -f']);
});

test('what is written down a pipe is there when the program writes it: at once, in blocks, or with -u', (t) => {
	const script = (filter: string) => `{ echo a; sleep 9; } | ${filter} | while read x; do echo $x at $(date +%S); done`;
	for (const [filter, output, dialect] of [
		["sed -u 's/a/b/'", 'b at 00\n', 'ash'],
		["sed 's/a/b/'", 'b at 09\n', 'ash'],
		["awk '{print}'", 'a at 00\n', 'ash'],
		["awk '{print}'", 'a at 09\n', 'dash'],
		["awk '{print; fflush()}'", 'a at 00\n', 'dash'],
		['tr a b', 'b at 00\n', 'ash'],
		['grep --line-buffered a', 'a at 00\n', 'dash'],
	] as const) {
		t.is(run(script(filter), dialect).output, output, `${dialect} ${filter}`);
	}
});

test('a mistake is told in the words of the shell', (t) => {
	for (const [script, dash, ash, bash] of [
		['nothing', 'sh: 1: nothing: not found', 'sh: nothing: not found', 'bash: line 1: nothing: command not found'],
		[
			'if true; then',
			'sh: 1: Syntax error: end of file unexpected (expecting "fi")',
			'sh: syntax error: unexpected end of file (expecting "fi")',
			'bash: -c: line 2: syntax error: unexpected end of file',
		],
		[
			'echo a; fi',
			'sh: 1: Syntax error: "fi" unexpected',
			'sh: syntax error: unexpected "fi"',
			"bash: -c: line 1: syntax error near unexpected token `fi'\nbash: -c: line 1: `echo a; fi'",
		],
		[
			'echo "a',
			'sh: 1: Syntax error: Unterminated quoted string',
			'sh: syntax error: unterminated quoted string',
			'bash: -c: line 1: unexpected EOF while looking for matching `"\'',
		],
		[
			'cat < /no',
			'sh: 1: cannot open /no: No such file',
			"sh: can't open /no: no such file",
			'bash: line 1: /no: No such file or directory',
		],
		[
			'cat /no',
			'cat: /no: No such file or directory',
			"cat: can't open '/no': No such file or directory",
			'cat: /no: No such file or directory',
		],
		[': ${x?why}', 'sh: 1: x: why', 'sh: x: why', 'bash: line 1: x: why'],
	] as const) {
		t.is(run(script, 'dash').errors, `${dash}\n`, script);
		t.is(run(script, 'ash').errors, `${ash}\n`, script);
		t.is(run(script, 'bash').errors, `${bash}\n`, script);
	}
});

test('lines before one that cannot be read have run', (t) => {
	t.like(run('echo a\nif x'), {output: 'a\n', status: 2});
});

test('a sleep takes its time, and an unreadable one is refused', (t) => {
	t.like(run('sleep ${INTERVAL:-5}; sleep $((RANDOM % 1 + 5))'), {ms: 10_000, status: 0});
	t.like(run('sleep 0.5; sleep 1m 1'), {ms: 61_500});
	t.like(
		run('sleep 0.0001; sleep 0.3333; usleep 10; timeout 0.0004 sleep 9; timeout 1 dd if=/dev/zero of=/f bs=1 count=9'),
		{
			ms: 338,
			status: 0,
		},
	);
	t.like(run('usleep 0.5'), {status: 1, errors: "usleep: invalid number '0.5'\n"});
	t.like(run('sleep abc'), {ms: 0, status: 1, errors: "sleep: invalid number 'abc'\n"});
});

test('a trap runs when the sleep in the foreground is over, and at once during wait', (t) => {
	const signals = [[2000, 'TERM']] as const;
	t.like(run("trap 'exit 3' TERM; sleep 10; echo not reached", 'ash', {signals}), {status: 3, ms: 10_000, output: ''});
	t.like(run("trap 'exit 4' TERM; sleep infinity & wait", 'ash', {signals}), {status: 4, ms: 2000});
	t.like(run("trap 'exit 5' TERM; while true; do :; done", 'ash', {signals}), {status: 5, isBusy: true});
});

test('process 1 ignores a signal that it does not catch, others end by it', (t) => {
	const signals = [[2000, 'TERM']] as const;
	t.like(run('sleep 10; echo on', 'ash', {signals}), {output: 'on\n', ms: 10_000});
	t.like(run('sleep 10; echo on', 'ash', {signals, isNotInit: true}), {output: '', status: 143, ms: 2000});
	t.like(run('timeout 2 sleep 10; echo $?; timeout 2 sleep 1; echo $?', 'dash'), {output: '124\n0\n', ms: 3000});
});

test('no script stops time', (t) => {
	for (const script of [
		'while true; do :; done',
		'while true; do echo tick; done',
		'f() { while :; do g; done; }; g() { return 0; }; f',
		'yes > /dev/null',
		'while sleep 0.001; do :; done',
		'cat /dev/zero > /dev/null',
		'until false; do x=$(echo a | tr a b); done',
		'while true; do true & done',
	]) {
		t.like(run(script, 'ash', {untilMs: 60_000}), {status: undefined, isBusy: true}, script);
	}
});

test('what a command has beyond its first words costs time too', (t) => {
	const script = (words: number) => `for i in 1 2 3 4 5; do :${' a'.repeat(words)}; done`;
	t.like(run(script(19)), {status: 0, ms: 0});
	t.like(run(script(19_999)), {status: 0, ms: 5});
	t.like(run(`for i in 1 2 3 4 5; do :${' $unset'.repeat(19_999)}; done`), {status: 0, ms: 5});
	t.like(run(`for i in 1 2 3 4 5; do :${' ?a'.repeat(500)}; done`), {status: 0, ms: 5});
});

test('what grows without an end ends', (t) => {
	for (const [script, status] of [
		['x=a; while true; do x=$x$x; done', 137],
		['while true; do x=$x$(seq 10000); done', 137],
		['tail /dev/zero', 137],
		['sort /dev/zero', 137],
		['f() { f; }; f', 139],
		['f() { echo $(f); }; f', 0],
		[':(){ :|:& };:; wait', 0],
		['while echo x >> /f; do cat /f /f > /g && cat /g > /f; done 2>/dev/null', 1],
	] as const) {
		const ran = run(script, 'ash', {untilMs: 3_600_000});
		t.is(ran.status, status, script);
	}
});
