"""The fixture `tollgate`: a sandbox for each test, with expectations. Needs only Python and pytest."""

import http.client
import json
import math
import os
import re
import secrets
import time
import warnings
from datetime import datetime, timedelta
from urllib.parse import quote, urlencode, urlsplit

import pytest

_DEFAULT_URL = "http://127.0.0.1:7403"
_TTL = "1h"  # if the test is killed
_DEFAULT_WAIT = 10.0  # seconds, as all times here
_LONGEST_WAIT = 30.0  # of one request
_ANSWER = 30.0  # time limit of a response, besides the requested wait
_ADVANCE = 20.0
_REPLAY = 300.0  # longer than a replay can last
_SETTLE = 0.25  # requests are written shortly after their response: how long to wait for one without effects
_CAUSE = 3.0  # limit of the wait for the request that caused a listed event; the request log can be off
_BEHIND = 10.0  # limit of the wait for committed entries that cannot be listed yet
_QUIET = 0.3  # without a call for this long, no further one is expected
_PAGE = 100
_ENTRIES = 30  # timeline entries in a message
_NAMED = 10
_MOVED = timedelta(seconds=1)  # the two times of an entry differ by less while the clock has not been moved

# Bound once: a test may freeze the time module, or replace datetime.
_now = time.monotonic


class TollgateError(Exception):
    """An error response of Tollgate, or no response; `status` is the HTTP status or None."""

    def __init__(self, message, status=None):
        super().__init__(message)
        self.status = status


class Control:
    """Client of the control host, with a new connection for each call."""

    def __init__(self, url=None, token=None):
        values = _surroundings()
        port = values.get("CONTROL_PORT")
        given = values.get("TOLLGATE_CONTROL_URL") or values.get("CONTROL_URL") or (f"http://127.0.0.1:{port}" if port else _DEFAULT_URL)
        self.url = (url or given).rstrip("/")
        self._token = token or values.get("CONTROL_TOKEN")
        self.keeps = bool(values.get("TOLLGATE_KEEP"))
        #: Set by `tollgate exec`, which shows the sandboxes of failed tests and deletes them.
        self.run = values.get("TOLLGATE_RUN")
        #: Set by `tollgate exec --report`: the folder for the report of each sandbox.
        self.report_to = values.get("TOLLGATE_REPORT")

    def ask(self, method, path, query=None, body=None, wait=0.0, limit=_ANSWER):
        """Sends a text as it is, all else as JSON. Raises a TollgateError unless the status is 200. `wait` is the wait in seconds that the server is asked for."""
        sent = {name: value for name, value in (query or {}).items() if value is not None}
        if wait > 0:
            sent["wait"] = f"{math.ceil(wait * 1000)}ms"
        headers = {"Accept": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        content = None
        if body is not None:
            is_text = isinstance(body, str)
            headers["Content-Type"] = "application/x-ndjson" if is_text else "application/json"
            content = (body if is_text else json.dumps(body)).encode()
        status, text = self._send(method, path + (f"?{urlencode(sent)}" if sent else ""), content, headers, wait + limit)
        if status != 200:
            raise self._refusal(f"{method} {path}", status, text)
        return json.loads(text)

    def _send(self, method, path, content, headers, limit):
        address = urlsplit(self.url)
        kind = http.client.HTTPSConnection if address.scheme == "https" else http.client.HTTPConnection
        connection = kind(address.hostname, address.port, timeout=limit)
        try:
            connection.request(method, address.path + path, content, headers)
            answer = connection.getresponse()
            return answer.status, answer.read().decode("utf-8", "replace")
        except (OSError, http.client.HTTPException) as error:
            message = f'cannot reach Tollgate at {self.url} ({error}); run "npx tollgate", or set TOLLGATE_CONTROL_URL to its address'
            raise TollgateError(message) from None
        finally:
            connection.close()

    def _refusal(self, call, status, text):
        try:
            said = json.loads(text)
            words = f"{said['message']} ({said['code']})"
        except (ValueError, KeyError, TypeError):
            return TollgateError(f"{call}: {self.url} is not a Tollgate control host (status {status})", status)
        hint = "; set CONTROL_TOKEN to the token of the server" if status in (401, 403, 421) else ""
        return TollgateError(f"{call}: {words}{hint}", status)


class Sandbox:
    """An account with its own keys, data, events, webhook settings and clock, for one test."""

    def __init__(self, control, answer):
        self._control = control
        self.name = answer["name"]
        self.console_url = answer["console_url"]
        #: Addresses, keys and webhook secret for the program under test.
        self.env = dict(line.split("=", 1) for line in answer["env"].splitlines())

    def charge(self, id):
        """Expectations of a charge."""
        return _Charge(self, id)

    def webhook(self, key, object=None, livemode=None):
        """Expectations of the webhooks of one event key, such as `charge.complete`."""
        return _Webhook(self, key, object, livemode)

    def to_have_called(self, call, status="2xx", timeout=_DEFAULT_WAIT):
        """Expects calls of the program under test, such as `POST /refunds`: a path or its end; `*` matches one segment."""
        return _Calls(self, call, status, timeout)

    def advance(self, by=None, to=None, until=None):
        """Advances the clock by a duration such as `7d`, to a datetime, or until `next` or `idle`, and does the work that is due."""
        moved = {name: value for name, value in (("by", by), ("to", to), ("until", until)) if value is not None}
        advance = self.ask("POST", "/clock/advance", body={**moved, "max_real": f"{int(_ADVANCE * 1000)}ms"})
        if advance["status"] != "done":
            near = [f"{one['kind']} of {one['object_id']} at {one['at']}: {one['why']}" for one in advance["unfinished"]]
            self._fail(f"Advance {moved} is {advance['status']}; the clock is at {advance['to']}.", near)
        return advance

    def freeze(self, at=None):
        """Freezes the clock, now or at a later datetime."""
        self.ask("POST", "/clock/freeze", body={"at": at} if at else {})

    def resume(self):
        """Resumes the clock from its present time."""
        self.ask("POST", "/clock/resume", body={})

    def send_webhooks_to(self, url):
        """Sets the webhook receiver of both modes."""
        self.update(webhook_uri=url)

    def update(self, **settings):
        """Updates settings with `PATCH /api/sandboxes/{name}`."""
        self.ask("PATCH", "", body=settings)

    def api(self, method, path, body=None):
        """Calls the emulated API in test mode, as the test and not as the program under test."""
        return self.ask(method, f"/api/test{path}", body=body)

    def bundle(self, file):
        """Imports a bundle of `tollgate bundle save`, given by its path. It replaces the data of the sandbox."""
        with open(file, encoding="utf-8") as text:
            object = self.ask("POST", "/import", body=text.read())["object_id"]
        if object is None:
            raise TollgateError(f'{file} is a snapshot; save a bundle with "tollgate bundle save"')
        return Bundle(self, object)

    def ask(self, method, path, query=None, body=None, wait=0.0, limit=_ANSWER):
        """Calls any other route of the sandbox on the control host."""
        return self._control.ask(method, f"/api/sandboxes/{quote(self.name)}{path}", query, body, wait, limit)

    def timeline(self):
        """The last entries of the timeline, one per line."""
        try:
            self._until_written()
            entries = self.ask("GET", "/timeline", {"before": "end", "limit": _ENTRIES})["data"]
        except TollgateError as error:
            return f"Cannot read the timeline of {self.name}: {error}"
        if not entries:
            return f"The timeline of {self.name} is empty."
        return "\n".join([f"The timeline of {self.name}:", *(f"  {_line(entry, depth)}" for entry, depth in _story(entries))])

    def _until_written(self):
        settled, caused, listed = _Wait(_SETTLE), _Wait(_CAUSE), _Wait(_BEHIND)
        page = self.ask("GET", "/timeline", {"before": "end", "limit": _PAGE})
        seen = page["data"]
        while True:
            page = self.ask("GET", "/timeline", {"after": page["next"]}, wait=_SETTLE)
            seen += page["data"]
            is_settled = not page["data"] or settled.left == 0
            is_caused = not _lacks_cause(seen) or caused.left == 0
            if is_settled and is_caused and (not page["behind"] or listed.left == 0):
                return

    def remove(self, has_failed=False):
        """Deletes the sandbox with its data, unless TOLLGATE_KEEP is set, or `tollgate exec` shows it: that of a failed test."""
        try:
            self._write_report()
        except (OSError, TollgateError) as error:  # does not fail the test
            warnings.warn(f"Tollgate cannot write the report: {error}", stacklevel=2)
        if self._control.keeps or (has_failed and self._control.run):
            return
        try:
            self.ask("DELETE", "")
        except TollgateError as error:
            if error.status != 404:  # the test deleted it
                raise

    def _write_report(self):
        if not self._control.report_to:
            return
        self._until_written()
        with open(os.path.join(self._control.report_to, f"{self.name}.json"), "w", encoding="utf-8") as file:
            json.dump(self.ask("GET", "/report"), file)

    def _fail(self, expected, near):
        __tracebackhide__ = True
        kept = f"Kept sandbox: {self.console_url}"
        removed = "The sandbox is deleted after the test; set TOLLGATE_KEEP=1 to keep it for the console."
        nearest = [f"  {line}" for line in near if line]
        lines = [expected, "", *nearest, *([""] if nearest else []), self.timeline(), kept if self._control.keeps else removed]
        pytest.fail("\n".join(lines))


class Bundle:
    """An imported bundle: the object of a saved case, and its webhooks."""

    def __init__(self, sandbox, object):
        self._sandbox = sandbox
        #: ID of the object in this sandbox; another one if the ID of the file is in use elsewhere.
        self.object = object

    def replay(self, to, speed=1, origin=None):
        """Sends the webhooks to a receiver, and returns when all have been answered; `origin` is one of several original endpoints."""
        sent = {"object": self.object, "to": to, "speed": speed, **({"from": origin} if origin else {})}
        return self._sandbox.ask("POST", "/replays", body=sent, limit=_REPLAY)


class _Charge:
    def __init__(self, sandbox, id):
        self._sandbox, self._id = sandbox, id
        self._path = f"/api/{'test' if id.startswith('chrg_test_') else 'live'}/charges"

    def get(self):
        """Returns the charge."""
        __tracebackhide__ = True
        try:
            return self._sandbox.ask("GET", f"{self._path}/{quote(self._id)}")
        except TollgateError as error:
            if error.status != 404:
                raise
        return self._sandbox._fail(f"Charge {self._id} does not exist in this sandbox.", [self._others()])

    def to_become(self, status, timeout=_DEFAULT_WAIT):
        """Waits for this status and returns the charge. Fails at once if the present status is final."""
        __tracebackhide__ = True
        wait = _Wait(timeout)
        next = self._sandbox.ask("GET", "/events", {"object": self._id, "before": "end", "limit": 1})["next"]
        while True:
            charge = self.get()
            if charge["status"] == status:
                return charge
            expected = f"Expected charge {self._id} to become {status}, but it is {charge['status']}"
            made = f"Created at {charge['created_at']} with {charge['amount']} {charge['currency']}"
            if charge["status"] != "pending":
                self._sandbox._fail(f"{expected}, which is final.", [f"{made}; failed: {charge['failure_code']}." if charge["failure_code"] else f"{made}."])
            if wait.left == 0:
                self._sandbox._fail(f"{expected} after {wait.lasted}.", [f"{made}, expires at {charge['expires_at']}.", self._comes_next()])
            next = self._sandbox.ask("GET", "/events", {"object": self._id, "after": next}, wait=wait.left)["next"]

    def _comes_next(self):
        clock = self._sandbox.ask("GET", "/clock")
        stands = "is frozen at" if clock["frozen"] else "is at"
        next = clock["next"]
        due = f"next due is {next['kind']} of {next['object_id']} at {next['at']}" if next else "nothing is due later"
        return f"The clock of the sandbox {stands} {clock['now']}; {due}."

    def _others(self):
        charges = self._sandbox.ask("GET", self._path, {"limit": 5, "order": "reverse_chronological"})["data"]
        if not charges:
            return "The sandbox has no charges. Check that the program under test uses the keys in tollgate.env."
        return f"Latest charges: {', '.join('{id} ({status}, {amount} {currency})'.format(**one) for one in charges)}."


class _Webhook:
    def __init__(self, sandbox, key, object, livemode):
        self._sandbox, self._key = sandbox, key
        self._filter = {"object": object, "livemode": None if livemode is None else str(livemode).lower()}

    def to_be_answered(self, status="2xx", timeout=_DEFAULT_WAIT):
        """Waits until the receiver answers one of them with this status, and returns the attempt."""
        __tracebackhide__ = True
        wait = _Wait(timeout)
        query = {"kinds": "attempt", **self._filter}
        next = self._sandbox.ask("GET", "/timeline", {**query, "before": "end", "limit": 1})["next"]
        while True:
            deliveries = self._deliveries()
            attempts = [one for delivery in deliveries if delivery["attempt_count"] for one in self._attempts(delivery["id"])]
            for attempt in attempts:
                if attempt["answer"] and _fits_status(attempt["answer"]["status"], status):
                    return attempt
            if wait.left == 0:
                expected = f"Expected webhook {self._key} to be answered {status}"
                if attempts:
                    self._sandbox._fail(f"{expected}, but it was not after {wait.lasted}.", [_attempt_line(one) for one in attempts])
                self._sandbox._fail(f"{expected}, but none was sent within {wait.lasted}.", self._why_not(deliveries))
            next = self._sandbox.ask("GET", "/timeline", {**query, "after": next}, wait=wait.left)["next"]

    def _deliveries(self):
        found, after = {}, None
        while True:
            page = self._sandbox.ask("GET", "/deliveries", {"key": self._key, **self._filter, "limit": _PAGE, "after": after})
            found.update((one["id"], one) for one in page["data"])
            if len(page["data"]) < _PAGE:
                return list(found.values())
            after = page["next"]

    def _attempts(self, id):
        return self._sandbox.ask("GET", f"/deliveries/{id}")["attempts"]

    def _why_not(self, deliveries):
        if deliveries:
            return [f"{one['id']} to {one['uri']} is {one['status']}, not sent yet." for one in deliveries]
        end = self._sandbox.ask("GET", "/deliveries", {"before": "end"})["next"]
        return [self._sandbox.ask("GET", "/deliveries", {"key": self._key, **self._filter, "after": end}, wait=0.001)["reason"]]


class _Calls:
    def __init__(self, sandbox, call, status, timeout):
        match = re.fullmatch(r"([A-Z]+) (/\S*)", call)
        if not match:
            raise ValueError(f'"{call}" must be a method and a path, such as "POST /refunds"')
        self._sandbox, self._call, self._status, self._timeout = sandbox, call, status, timeout
        self._method, self._path = match.groups()

    def once(self):
        """Waits for one call, and fails on a second one."""
        __tracebackhide__ = True
        return self.times(1)

    def times(self, count):
        """Waits for this number of calls, and fails on more."""
        __tracebackhide__ = True
        return self._expect("once" if count == 1 else f"{count} times", count, lambda found: found == count)

    def never(self):
        """Waits until the sandbox is idle, and fails on any call."""
        __tracebackhide__ = True
        return self._expect("never", 0, lambda found: found == 0)

    def at_least_once(self):
        """Waits for at least one call."""
        __tracebackhide__ = True
        return self._expect("at least once", 1, None)

    def _expect(self, words, enough, fits):
        __tracebackhide__ = True
        wait, log = _Wait(self._timeout), {}
        next, _ = self._read(log, None)
        while len(self._counted(log)) < enough:
            if wait.left == 0:
                self._fail(log, words, f"within {wait.lasted}")
            next, _ = self._read(log, next, wait.left)
        if fits is None:
            return self._counted(log)
        busy = self._settle(log, next, wait)
        if busy:
            self._fail(log, words, f"after {wait.lasted}, with work in progress: {busy}")
        if not fits(len(self._counted(log))):
            self._fail(log, words, f"after {wait.lasted}")
        return self._counted(log)

    def _settle(self, log, after, wait):
        while True:
            idle = self._sandbox.ask("GET", "/idle", wait=wait.left)
            if not idle["idle"]:
                return idle["reason"]
            after, count = self._read(log, after, _QUIET)
            open = [one for one in log.values() if one["state"] == "in_progress"]
            if count == 0 and not open:
                return None
            if wait.left == 0:
                return _call_line(open[0]) if open else "new calls keep arriving"

    def _read(self, log, after, wait=0.0):
        """Returns the next cursor, which moves on without calls too, and the number of new calls."""
        count = 0
        while True:
            page = self._sandbox.ask("GET", "/requests", {"limit": _PAGE, "after": after}, wait=wait)
            log.update((one["id"], one) for one in page["data"])
            count += len(page["data"])
            # A page of large entries has fewer than the limit.
            if not page["data"]:
                return page["next"], count
            after, wait = page["next"], 0.0

    def _matching(self, log):
        return [one for one in log.values() if one["method"] == self._method and _fits_path(one["path"], self._path)]

    def _counted(self, log):
        return [one for one in self._matching(log) if self._status == "any" or _fits_status(one["status"], self._status)]

    def _fail(self, log, words, when):
        __tracebackhide__ = True
        answered = "" if self._status == "any" else f" and answered {self._status}"
        found = len(self._counted(log))
        came = "once" if found == 1 else f"{found} times"
        near = self._matching(log) or [one for one in log.values() if one["method"] == self._method] or list(log.values())
        none = ["No call arrived. Check that the program under test uses the keys in tollgate.env."]
        self._sandbox._fail(
            f"Expected {self._call} to be called{answered} {words}, but it was {came} {when}.",
            [_call_line(one) for one in near[-_NAMED:]] or none,
        )


class _Wait:
    def __init__(self, timeout):
        self._begin, self._limit = _now(), timeout

    @property
    def left(self):
        return min(_LONGEST_WAIT, max(0.0, self._limit - (_now() - self._begin)))

    @property
    def lasted(self):
        return f"{_now() - self._begin:.1f} s"


def _surroundings():
    """The environment has priority over .env, from which only Tollgate's names are read."""
    values = {}
    if os.path.isfile(".env"):
        with open(".env", encoding="utf-8") as file:
            for line in file:
                match = re.match(r"(?:export\s+)?((?:TOLLGATE|CONTROL)_\w+)\s*=\s*(.*?)\s*$", line)
                if match:
                    values[match[1]] = match[2].strip("\"'")
    return {**values, **{name: value for name, value in os.environ.items() if value}}


def _fits_status(status, wanted):
    return status is not None and (status == wanted or f"{status // 100}xx" == wanted)


def _fits_path(path, wanted):
    parts, ends = path.split("/")[1:], wanted.split("/")[1:]
    start = len(parts) - len(ends)
    return start >= 0 and all(end in ("*", part) for part, end in zip(parts[start:], ends))


def _call_line(call):
    answered = f"was answered {call['status']}" if call["status"] else "closed by the client before the response"
    came = "in progress" if call["state"] == "in_progress" else answered
    error = call["error"]
    return f"{call['method']} {call['path']} at {call['at']} {came}" + (f": {error['message']} ({error['code']})" if error else "")


def _attempt_line(attempt):
    answer, error = attempt["answer"], attempt["error"]
    came = f"was answered {answer['status']}: {answer['body'].strip()}" if answer else (f"failed: {error}" if error else "is in progress")
    return f"Attempt {attempt['number']} of {attempt['delivery']} to {attempt['uri']} at {attempt['at']} {came}"


def _story(entries):
    """The entries in the sandbox's time, each below what set it off, with its depth."""
    events = {entry["id"]: entry for entry in entries if entry["kind"] == "event"}

    def cause(entry):
        event = entry["details"].get("event") if entry["kind"] == "attempt" else None
        of_event = event and entry["trigger"] in (None, events.get(event, {}).get("trigger"))
        return event if of_event else entry["trigger"]

    by_time = sorted(entries, key=lambda entry: (_start(entry), entry["machine_at"]))
    children = {}
    for entry in by_time:
        children.setdefault(cause(entry), []).append(entry)
    known = {entry["id"] for entry in entries}
    roots = [entry for entry in by_time if cause(entry) not in known]

    def tree(entry, depth):
        yield entry, depth
        for effect in children.get(entry["id"], []):
            yield from tree(effect, depth + 1)

    lines = [line for root in roots for line in tree(root, 0 if cause(root) is None else 1)]
    return sorted(lines, key=lambda line: _start(line[0]))


def _start(entry):
    """A clock move begins before what it reaches."""
    return entry["details"]["from"] if entry["kind"] == "clock" else entry["at"]


def _time(entry):
    """The sandbox's time, with the day if its clock has been moved."""
    start = _start(entry)
    at, machine_at = (datetime.strptime(time, "%Y-%m-%dT%H:%M:%S.%fZ") for time in (start, entry["machine_at"]))
    is_moved = abs(at - machine_at) >= _MOVED
    return start[:23].replace("T", " ") if is_moved else start[11:23]


def _lacks_cause(entries):
    """True while the request that set off an entry is missing: it is written after that."""
    known = {entry["id"] for entry in entries}
    return any((entry["trigger"] or "").startswith("req_") and entry["trigger"] not in known for entry in entries)


def _line(entry, depth):
    """Like a line of `tollgate tail`."""
    kind, details = entry["kind"], entry["details"]
    fault = f" (fault {details['fault']})" if details.get("fault") and kind != "fault" else ""
    told = {
        "request": lambda: f"{details['method']} {details['path']} {details['status'] or details['state']} {details['error'] or ''}".rstrip() + fault,
        "event": lambda: details["key"],
        "attempt": lambda: f"webhook {details['key']} #{details['number']} to {details['uri']} {details['error'] or details['status'] or 'no response'}" + fault,
        "fault": lambda: f"fault {details['fault']} {json.dumps(details['do'])}",
        "clock": lambda: f"clock {details['action']} from {details['from']} to {details['to']} {details['status']}",
    }.get(kind, lambda: f"{kind} {details.get('action', '')} {details.get('failure_code') or ''}".rstrip())()
    live = " live" if entry["livemode"] else ""
    return f"{_time(entry)} {'  ' * depth}{told}{live} {entry['object_id'] or ''}".rstrip()


def create_sandbox(prefix="pytest", url=None, token=None, **settings):
    """Creates a sandbox, at `url` or the address in the environment; `settings` are parameters of `POST /api/sandboxes`."""
    control = Control(url, token)
    name = "-".join(filter(None, [prefix, control.run, secrets.token_hex(8)]))
    return Sandbox(control, control.ask("POST", "/api/sandboxes", body={"name": name, "ttl": _TTL, **settings}))


@pytest.fixture
def tollgate(request):
    """A sandbox for this test, deleted afterwards. `@pytest.mark.tollgate(country="JP")` sets its settings."""
    settings = {}
    for marker in reversed(list(request.node.iter_markers("tollgate"))):
        settings.update(marker.kwargs)
    sandbox = create_sandbox(**settings)
    request.node.stash[_SANDBOX] = sandbox
    yield sandbox
    sandbox.remove(has_failed=request.node.stash.get(_HAS_FAILED, False))


_SANDBOX = pytest.StashKey()
_HAS_FAILED = pytest.StashKey()


def pytest_configure(config):
    config.addinivalue_line("markers", "tollgate(**settings): settings of the sandbox, parameters of POST /api/sandboxes")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """Adds the timeline to the report of a failed test."""
    report = (yield).get_result()
    if report.when == "call":
        item.stash[_HAS_FAILED] = report.failed
    sandbox = item.stash.get(_SANDBOX, None)
    if sandbox is not None and report.when == "call" and report.failed and sandbox.name not in str(report.longrepr):
        report.sections.append(("Tollgate", sandbox.timeline()))
