"""Who may come in, for the page and the command line of this machine: code, devices, links.

The gate lets only this machine ask for `/devices`; `/access.json` is for every page.
"""

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.bus.entries import JsonObject
from controller.web.lan.access import Access
from controller.web.lan.gate import client_of
from controller.web.lan.qr import qr_as_svg


def access_routes(access: Access | None) -> list[Route]:
    """Return the routes; without `access` there is nobody to let in."""

    async def who(request: Request) -> JSONResponse:
        asks = client_of(request.scope)
        may_invite = asks.is_local and access is not None
        return JSONResponse({"role": asks.role, "may_invite": may_invite})

    routes = [Route("/access.json", who)]
    return routes if access is None else [*routes, *_device_routes(access)]


def _device_routes(access: Access) -> list[Route]:
    async def listed(_: Request) -> JSONResponse:
        return JSONResponse(as_json(access))

    async def new_code(_: Request) -> JSONResponse:
        access.new_code()
        return JSONResponse(as_json(access))

    async def new_link(_: Request) -> JSONResponse:
        access.devices.new_link(access.now())
        return JSONResponse(as_json(access))

    async def revoke(request: Request) -> JSONResponse:
        if not access.devices.revoke(request.path_params["id"]):
            raise HTTPException(404)
        return JSONResponse(as_json(access))

    async def revoke_all(_: Request) -> JSONResponse:
        access.devices.revoke_all()
        access.pairing.withdraw()
        return JSONResponse(as_json(access))

    async def qr(request: Request) -> Response:
        shown = as_json(access)
        wanted = request.path_params["id"]
        urls = {"code": shown["code"] and shown["code"]["url"]}
        urls |= {link["id"]: link["url"] for link in shown["links"]}
        if not urls.get(wanted):
            raise HTTPException(404)
        return Response(qr_as_svg(urls[wanted]), media_type="image/svg+xml")

    return [
        Route("/devices", listed, methods=["GET"]),
        Route("/devices", revoke_all, methods=["DELETE"]),
        Route("/devices/code", new_code, methods=["POST"]),
        Route("/devices/links", new_link, methods=["POST"]),
        Route("/devices/{id}.svg", qr, methods=["GET"]),
        Route("/devices/{id}", revoke, methods=["DELETE"]),
    ]


def as_json(access: Access) -> JsonObject:
    """Return who may come in, and how: addresses, code, devices, links."""
    addresses = access.addresses
    first = addresses[0] if addresses else f"http://127.0.0.1:{access.port}"
    code = access.pairing.code(access.clock())
    return {
        "addresses": addresses,
        "secure": access.is_secure,
        "role": access.options.role,
        "code": code
        and {
            "digits": code.digits,
            "seconds": round(code.ends_at - access.clock()),
            "url": f"{first}/?code={code.digits}",
        },
        "devices": [
            {
                "id": device.id,
                "role": device.role,
                "name": device.name,
                "since": round(device.since),
                "link": device.link,
                "open": access.is_here(device.id),
            }
            for device in access.devices.all
        ],
        "links": [
            {"id": link.id, "url": f"{first}/watch/{link.token}", "since": round(link.since)}
            for link in access.devices.links
        ],
    }
