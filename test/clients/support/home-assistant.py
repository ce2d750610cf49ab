"""Reads REST sensors as Home Assistant does: { rest, origin, key, now } comes in, values by unique_id go out."""

import datetime
import json
import sys
import urllib.request

import jinja2

given = json.load(sys.stdin)
now = datetime.datetime.fromisoformat(given["now"])
templates = jinja2.Environment(undefined=jinja2.StrictUndefined)
templates.globals.update(now=lambda: now, as_datetime=datetime.datetime.fromisoformat)

values = {}
for resource in given["rest"]:
    template = resource.get("resource_template") or resource["resource"]
    address = templates.from_string(template).render().replace("https://fibado.example.org", given["origin"])
    request = urllib.request.Request(address, headers={"msfauth": f"Bearer {given['key']}"})
    with urllib.request.urlopen(request, timeout=30) as response:
        answer = json.load(response)
    for sensor in resource["sensor"]:
        template = templates.from_string(sensor["value_template"])
        values[sensor["unique_id"]] = template.render(value_json=answer).strip()
json.dump(values, sys.stdout)
