// What to do about it: changes that dry runs have priced, and else the directives that loops would gain from.
"use strict";

function changeText(change) {
  if (change.environment) return ["run it with ", h("code", {}, change.write)];
  return [h("code", {}, change.at), ": write ", h("code", {}, change.write), change.own_line ? " before this line" : " before this loop"];
}

function pricedAdvice(advice) {
  const rows = advice.changes.map((change, at) => [String(at + 1), changeText(change),
    counted(`report.advice.changes.${at}.bytes`, change.bytes), counted(`report.advice.changes.${at}.messages`, change.messages), change.said]);
  return [h("p", {}, `As it is, with ${advice.ranks} ranks: `, counted("report.advice.now.bytes", advice.now.bytes), " bytes in ", counted("report.advice.now.messages", advice.now.messages), " messages."),
    rows.length === 0 ? h("p", {}, "No change that was tried saves any of it.")
      : table("changes that save most, as dry runs count", ["", "change", "bytes", "messages", "instead"], rows, [0, 2, 3]),
    advice.together && h("p", {}, advice.together.said),
    (advice.not_tried || []).map((words) => h("p", {}, words))];
}

// The line at which most moves, and which of its accesses makes it move.
function costly(places) {
  const first = data.stats === null ? undefined : costlyPlaces(data.stats)[0];
  const place = first && places.find((one) => one.at === commonPlace(first.at));
  if (!place) return null;
  const message = place.stories.flatMap((story) => story.messages).sort((a, b) => b.bytes - a.bytes)[0];
  const access = place.report && place.report.accesses.find((one) => one.kind === "read" && one.movement && !one.movement.includes("nothing"));
  return h("p", {}, "Most moves at ", h("a", { href: `#${place.id}` }, h("code", {}, place.at)), ` (${bytesWords(first.bytes)} ${first.kind}): `,
    message && message.why ? `${message.why}.` : access ? [h("code", {}, access.text), `: ${access.movement}.`] : "see there.");
}

function adviceSection(places) {
  const offers = places.filter((place) => place.advised !== null);
  const advice = data.report !== null ? data.report.advice : undefined;
  if (advice) return section("advice", "What to change", pricedAdvice(advice));
  if (data.report === null && data.stats === null) return null;
  const hasCounts = offers.some((place) => bytesAt(place).length > 0);
  const rows = offers.map((place) => [h("a", { href: `#${place.id}` }, h("code", {}, place.at)), h("code", {}, place.advised.directive),
    ...(hasCounts ? [bytesAt(place).map((one) => [one, " bytes "])] : [])]);
  return section("advice", "What to change",
    data.report === null ? h("p", {}, "hydracc --report=json tells what may be changed; give its file to hydra-report, too.")
      : rows.length === 0 ? h("p", {}, "No serial loop would gain from a directive that can be proved right.")
        : table("directives that are proved right", ["loop", "write in front of it", ...(hasCounts ? ["in the run"] : [])], rows),
    costly(places),
    h("p", {}, "What changes save, dry runs count: ", h("code", {}, `hydracc --advise ${data.report !== null ? data.report.program : "prog.c"} -- `), "and the program's arguments."));
}
