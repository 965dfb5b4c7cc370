import type {english} from './english.js';

/** What commands print in Chinese. */
export const chinese: typeof english = {
	explanation: {
		refused: (object) => `被拒绝：${object}`,
		stuck: (object) => `卡住：${object}`,
		remark: (object) => `提醒：${object}`,
		where: '位置',
		says: '说法',
		field: '字段',
		because: '由来',
		unblock: '建议',
		works: '有效',
		or: '或者',
		at: (stop, seconds, process) => `${stop}，${seconds} 秒，在 ${process}`,
		you: (command) => `← 你：${command}`,
		moreLines: (count) => `  …… 还有 ${count} 行`,
	},
	check: {
		labels: {says: '信息', at: '位置', where: '停止', because: '原因', advice: '办法', fix: '修复', debug: '查看'},
		moreLines: (count: number) => `… 还有 ${count} 行`,
		counted: (files: number, objects: number) => `${files} 个文件中有 ${objects} 个对象`,
		severities: {
			error: (count: number) => `${count} 个错误`,
			warning: (count: number) => `${count} 个警告`,
			assumed: (count: number) => `${count} 个假设`,
			note: (count: number) => `${count} 个提示`,
		},
		ignored: (count: number) => `${count} 个已忽略`,
		known: (count: number) => `${count} 个在基线中`,
		skipped: (count: number) => `跳过 ${count} 个文件`,
		seconds: (seconds: string) => `${seconds} 秒`,
		interrupted: 'Ctrl-C：以下是目前已知的结果',
		notChecked: (command: string) => `未检查：${command}`,
		skippedFile: '已跳过',
		why: {
			chart: 'Helm chart',
			kustomization: '属于 kustomization',
			'no object': '没有 Kubernetes 对象',
			settings: '程序的设置，apiserver 不提供',
			unreadable: '不是 YAML，或是模板',
		},
		askFix: (fixes: number, files: number) => `把 ${fixes} 处修改写入 ${files} 个文件？`,
		fixed: (fixes: number, files: number) => `已把 ${fixes} 处修改写入 ${files} 个文件`,
		notFixed: '没有写入任何内容',
		progress: (done: number, all: number) => `${done} / ${all} 部分`,
	},
	end: {
		states: {done: '完成', refused: '被拒绝', stuck: '卡住', cut: '截断'},
		verdictAt: (verdict, stop, sentence) => `${verdict}，在 ${stop}：${sentence}`,
		reached: (place) => `到达 ${place}`,
		notReached: (place) => `运行静止下来，没有到达 ${place}`,
		last: (verdict, step, seconds, fingerprint) =>
			`${verdict === undefined ? '' : `${verdict}：`}第 ${step} 步，${seconds} 秒，指纹 ${fingerprint}`,
		waiting: (what, until, atMost) => `等待：${what}，到 ${until} 秒（最迟 ${atMost} 秒：--for 可以改）`,
		warning: (text) => `警告：${text}`,
		endless: (command, seconds, says) =>
			`${command} 过了 ${seconds} 秒仍在继续，也没有什么会让它结束${says === '' ? '' : `；它说：${says}`}`,
		outOfStops: (most, busiest) =>
			`${most} 个停点之后结束，还没有静止${busiest ? `：最后 ${busiest.last} 个停点中，${busiest.process} 最多（${busiest.share} %）${busiest.object ? `，关于 ${busiest.object.name} 的最多（${busiest.object.share} %）` : ''}` : ''}；--stops 让它走得更久`,
		outOfTime: (seconds, due) =>
			`${seconds} 秒之后结束，还没有静止${due === undefined ? '' : `：还在等${due}`}；--for 让它走得更久`,
		recorded: (verdict, stops, file, fingerprint) => `${verdict}；${stops} 个停点写入 ${file}，指纹 ${fingerprint}`,
		sameFingerprint: (name, stops, fingerprint) => `✓ ${name}：${stops} 个停点，指纹 ${fingerprint}`,
		otherFingerprint: (name, recorded, fingerprint) =>
			`✗ ${name}：录制文件的指纹是 ${recorded}，这次运行的是 ${fingerprint}`,
	},
	screen: {
		ready: '最后一切就绪；空格播放，s 步进，? 显示全部按键',
		readyAssuming: (what, more) => `最后一切就绪；${what}${more > 0 ? `，另有 ${more} 个` : ''}`,
		readyBut: (object, message) => `最后一切就绪，但 ${object}：${message}`,
		refused: '在这里被拒绝；S 一步步退回由来，w 说明原因',
		unfinished: (object, words) => `${object}  ${words}；这个停点说明原因`,
		breakpoint: 'c 运行到断点',
		well: '这个集群一切正常',
		unwell: (count, first) => `${count} 个对象不正常，先看 ${first}：这个停点说明原因，w 说明由来`,
		remarks: (count) => `载入转储的停点有 ${count} 条说明`,
	},
	list: {
		minutes: (minutes) => `${minutes} 分钟`,
		level: (level) => `${level} 级`,
	},
	paper: {
		minutes: (idea, minutes) => `${idea}（${minutes} 分钟）`,
		step: (number) => `第 ${number} 步`,
		task: (goal) => `任务：${goal}`,
		forReal: (command) => `真实命令：${command}`,
		answer: (step, answer, because) => `第 ${step} 步：${answer}${because === undefined ? '' : `。${because}`}`,
		words: '术语',
		answers: '答案',
	},
	explore: {
		head: (runs, stops, missing) =>
			`${runs} 次运行，${stops} 个停点${missing > 0 ? `；中断了，另外 ${missing} 次没有运行` : ''}`,
		spread: (min, p5, median, p95, max) => `最小 ${min}  p5 ${p5}  中位数 ${median}  p95 ${p95}  最大 ${max}`,
		noAnswer: (missing, runs) => `${runs} 次运行中有 ${missing} 次没有答案`,
		by: (setting, questions) => `按 ${setting}${questions.length > 0 ? `：${questions.join('，然后是 ')}` : ''}`,
		heads: {value: '值', runs: '次数', median: '中位数', max: '最大'},
		smallest: (question, value, runs) =>
			`使 ${question} 为零的最小值：${value}（值不小于 ${value} 的 ${runs} 次运行里都是零）`,
		ends: (ends) => (ends === 1 ? '所有运行的结局都一样' : `${ends} 种不同的结局`),
		end: (number, count, runs, telling) => `${number}. ${runs} 次运行中的 ${count} 次：${telling}`,
		example: (seed, stops, file) => `最小的：种子 ${seed}，${stops} 个停点${file === undefined ? '' : `，${file}`}`,
		firstSeed: (seed) => `最先出现于种子 ${seed}`,
		broken: (broken, runs) => `${runs} 次运行中有 ${broken} 次违反了必须始终成立的规则`,
		progress: (done, all, seconds) =>
			`${done}/${all} 次运行${seconds === undefined ? '' : `，还要 ${seconds} 秒`}，Ctrl-C 结束`,
		looking: (done, all) => `在找小的例子：${done}/${all}，Ctrl-C 结束`,
	},
};
